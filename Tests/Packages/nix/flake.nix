{
  description = "weatherd, and the files that its home-manager module writes for sample settings";

  # Both are given on the command line.
  inputs = {
    nixpkgs.url = "path:/stand-in";
    weatherd.url = "path:/weatherd";
    weatherd.inputs.nixpkgs.follows = "nixpkgs";
  };

  outputs =
    {
      self,
      nixpkgs,
      weatherd,
    }:
    let
      system = "x86_64-linux";
      pkgs = nixpkgs.legacyPackages.${system};
      inherit (nixpkgs) lib;
      option = type: default: lib.mkOption { inherit type default; };

      # What home-manager itself declares, and the module sets.
      homeManager.options = {
        assertions = option (lib.types.listOf lib.types.anything) [ ];
        home.packages = option (lib.types.listOf lib.types.package) [ ];
        systemd.user.systemctlPath = option lib.types.str "/usr/bin/systemctl";
        xdg.configFile = option (lib.types.attrsOf lib.types.anything) { };
      };

      evaluated =
        settings:
        (lib.evalModules {
          modules = [
            weatherd.homeModules.default
            homeManager
            { config.services.weatherd = settings; }
          ];
          specialArgs = {
            inherit pkgs;
            lib = lib // {
              hm.assertions.assertPlatform = name: pkgs: platforms: {
                assertion = builtins.elem pkgs.stdenv.hostPlatform.system platforms;
                message = "${name} is not supported";
              };
            };
          };
        }).config;

      enabled = evaluated {
        enable = true;
        settings = {
          units = {
            temperature = "f";
            wind = "ms";
          };
          refresh-interval = "30m";
          providers = [ "sample" ];
        };
      };
      plain = evaluated { enable = true; };
      # Not tried: a container lacks files of /proc that the sandbox hides.
      sandboxed = evaluated {
        enable = true;
        sandbox = true;
      };
      disabled = evaluated { };
    in
    assert builtins.all (assertion: assertion.assertion) enabled.assertions;
    assert plain.home.packages == [ weatherd.packages.${system}.default ];
    assert builtins.attrNames plain.xdg.configFile == [
      "systemd/user/default.target.wants/weatherd.service"
      "systemd/user/sockets.target.wants/weatherd.socket"
      "systemd/user/weatherd.service"
      "systemd/user/weatherd.socket"
    ];
    assert sandboxed.xdg.configFile ? "systemd/user/weatherd.service.d/sandbox.conf";
    assert disabled.home.packages == [ ] && disabled.xdg.configFile == { };
    {
      packages.${system} = {
        default = pkgs.homeFiles enabled.xdg.configFile;
        inherit (weatherd.packages.${system}) weatherd;
      };
      onChange = enabled.xdg.configFile."weatherd/config.toml".onChange;
    };
}
