# The functions of nixpkgs's library that weatherd's flake and module call, with options that have no types.
let
  isOption = value: value._type or null == "option";

  # The value of a configuration: conditions decided, and sets merged.
  decide =
    value:
    if value._type or null == "if" then
      (if value.condition then decide value.content else null)
    else if builtins.isAttrs value && !(value ? outPath) then
      removeNull (builtins.mapAttrs (_: decide) value)
    else
      value;
  removeNull = set: removeAttrs set (builtins.filter (name: set.${name} == null) (builtins.attrNames set));

  merge =
    a: b:
    if builtins.isAttrs a && builtins.isAttrs b then
      a // builtins.mapAttrs (name: value: if a ? ${name} then merge a.${name} value else value) b
    else
      b;

  defaults =
    options:
    if isOption options then options.default or null else removeNull (builtins.mapAttrs (_: defaults) options);
in
rec {
  genAttrs = names: f: builtins.listToAttrs (map (name: { inherit name; value = f name; }) names);
  importJSON = path: builtins.fromJSON (builtins.readFile path);
  literalExpression = text: text;

  mkOption = option: option // { _type = "option"; };
  mkEnableOption = _: mkOption { default = false; };
  mkIf = condition: content: { _type = "if"; inherit condition content; };

  platforms.linux = [
    "x86_64-linux"
    "aarch64-linux"
  ];
  licenses = genAttrs [ "mit" "asl20" "cc-by-40" "odbl" "cc0" ] (name: name);
  types = genAttrs [ "anything" "package" "str" ] (name: name) // {
    attrsOf = type: type;
    listOf = type: type;
  };

  evalModules =
    { modules, specialArgs }:
    let
      # Modules that are functions see the defaults, and what the others set, but not each other.
      settings = builtins.filter (module: !builtins.isFunction module) modules;
      all = name: modules: builtins.foldl' merge { } (map (module: decide (module.${name} or { })) modules);
      options = builtins.foldl' merge { } (map (module: module.options or { }) evaluated);
      given = merge (defaults options) (all "config" settings);
      evaluated = map (module: if builtins.isFunction module then module (specialArgs // { config = given; }) else module) modules;
      config = merge given (all "config" evaluated);
    in
    {
      inherit config;
    };
}
