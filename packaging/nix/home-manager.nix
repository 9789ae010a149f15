# The module of home-manager: writes config.toml, and enables the units of the package.
flake:
{
  config,
  lib,
  pkgs,
  ...
}:
let
  cfg = config.services.weatherd;
  format = pkgs.formats.toml { };
  unit = name: { source = "${cfg.package}/share/systemd/user/${name}"; };
in
{
  options.services.weatherd = {
    enable = lib.mkEnableOption "weatherd, the weather for status bars and terminals";

    package = lib.mkOption {
      type = lib.types.package;
      default = flake.packages.${pkgs.stdenv.hostPlatform.system}.weatherd;
      defaultText = lib.literalExpression "inputs.weatherd.packages.\${system}.weatherd";
      description = "The package of weatherd.";
    };

    settings = lib.mkOption {
      inherit (format) type;
      default = { };
      example = lib.literalExpression ''
        {
          location = "Oslo";
          providers = [ "met-norway" "open-meteo" ];
          units.wind = "ms";
        }
      '';
      description = ''
        The contents of {file}`$XDG_CONFIG_HOME/weatherd/config.toml`; {manpage}`weatherd.toml(5)` describes the keys.
        Files in the Nix store are readable by all users: do not set keys of weather services here, but `api-key-file`.
      '';
    };

    sandbox = lib.mkEnableOption "the stricter sandbox, which needs user namespaces";
  };

  config = lib.mkIf cfg.enable {
    assertions = [
      (lib.hm.assertions.assertPlatform "services.weatherd" pkgs lib.platforms.linux)
    ];

    home.packages = [ cfg.package ];

    xdg.configFile = {
      "weatherd/config.toml" = lib.mkIf (cfg.settings != { }) {
        source = format.generate "weatherd-config.toml" cfg.settings;
        onChange = "${config.systemd.user.systemctlPath} --user try-reload-or-restart weatherd.service || true";
      };

      # The package has the units. As files here, they are restarted when they change.
      "systemd/user/weatherd.service" = unit "weatherd.service";
      "systemd/user/weatherd.socket" = unit "weatherd.socket";
      "systemd/user/default.target.wants/weatherd.service" = unit "weatherd.service";
      "systemd/user/sockets.target.wants/weatherd.socket" = unit "weatherd.socket";
      "systemd/user/weatherd.service.d/sandbox.conf" = lib.mkIf cfg.sandbox {
        source = "${cfg.package}/share/doc/weatherd/examples/sandbox.conf";
      };
    };
  };
}
