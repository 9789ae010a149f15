{
  description = "weatherd: weather for status bars and terminals";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      forEachSystem = nixpkgs.lib.genAttrs [
        "x86_64-linux"
        "aarch64-linux"
      ];
    in
    {
      packages = forEachSystem (system: rec {
        weatherd = nixpkgs.legacyPackages.${system}.callPackage ./package.nix { };
        default = weatherd;
      });

      homeModules.default = import ./home-manager.nix self;
    };
}
