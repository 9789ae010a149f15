{
  description = "A stand-in for nixpkgs with what weatherd's flake uses, since nixpkgs itself cannot be had in the trial";

  outputs =
    { self }:
    let
      system = "x86_64-linux";
      # The library of nixpkgs, if the trial was given a copy.
      lib = if builtins.pathExists ./lib then import ./lib else import ./lib.nix;
    in
    {
      inherit lib;
      legacyPackages.${system} = import ./packages.nix { inherit lib system; };
    };
}
