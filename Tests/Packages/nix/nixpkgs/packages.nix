# The packages that weatherd's flake uses, taken from the system, and a builder that runs the phases of a package without compiling:
# the programs were built before.
{ lib, system }:
let
  derive =
    name: script: attributes:
    derivation (
      attributes
      // {
        inherit name system;
        builder = "/bin/bash";
        args = [
          "-euc"
          "export PATH=/usr/bin:/bin HOME=/homeless-shelter\n${script}"
        ];
      }
    );

  toml =
    let
      inline =
        value:
        if builtins.isAttrs value then
          "{ ${builtins.concatStringsSep ", " (map (name: "${builtins.toJSON name} = ${inline value.${name}}") (builtins.attrNames value))} }"
        else if builtins.isList value then
          "[${builtins.concatStringsSep ", " (map inline value)}]"
        else
          builtins.toJSON value;
    in
    settings: builtins.concatStringsSep "" (map (name: "${name} = ${inline settings.${name}}\n") (builtins.attrNames settings));

  packages = {
    inherit lib;
    callPackage = path: arguments: let package = import path; in package (builtins.intersectAttrs (builtins.functionArgs package) packages // arguments);

    stdenv = {
      hostPlatform = { inherit system; };
      mkDerivation =
        attributes:
        derive "${attributes.pname}-${attributes.version}"
          ''
            runHook() { :; }
            patchShebangs() { :; }
            cp -r --no-preserve=ownership $src source
            chmod -R u+w source
            cd source
            eval "$postPatch"
            mkdir -p .build
            cp -r ${./programs} .build/programs
            chmod -R u+w .build
            find .build -exec touch {} +
            eval "$buildPhase"
            make install $makeFlags
            eval "$postInstall"
          ''
          (removeAttrs attributes [ "meta" ]);
    };
    swiftPackages = {
      swift = "";
      swiftpm = "";
    };
    # The hash is that of the real source.
    fetchFromGitHub = { hash, ... }: builtins.path { name = "source"; path = ./swift-log; sha256 = hash; };

    formats.toml = _: {
      type = lib.types.attrsOf lib.types.anything;
      generate = name: settings: builtins.toFile name (toml settings);
    };

    # home-manager's files in a home, as links.
    homeFiles =
      files:
      derive "home-files" ''
        ${builtins.concatStringsSep "\n" (map (name: ''
          mkdir -p "$(dirname "$out/.config/${name}")"
          ln -s ${files.${name}.source} "$out/.config/${name}"
        '') (builtins.attrNames files))}
      '' { };
  }
  // lib.genAttrs [ "curl" "expat" "pkg-config" "sqlite" "systemdLibs" "xz" "zlib" ] (_: "")
  // {
    coreutils = "/usr";
  };
in
packages
