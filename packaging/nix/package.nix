# weatherd, built from this tree.
{
  lib,
  stdenv,
  swiftPackages,
  fetchFromGitHub,
  coreutils,
  curl,
  expat,
  pkg-config,
  sqlite,
  systemdLibs,
  xz,
  zlib,
}:
let
  root = ../..;
  # The only definition of the version and the address.
  release = builtins.readFile (root + "/Sources/Shared/ClientProtocol/Release.swift");
  constant = name: prefix: builtins.head (builtins.elemAt (builtins.split "${name} = \"${prefix}([^\"]*)\"" release) 1);

  pins = (lib.importJSON (root + "/Package.resolved")).pins;
  # fetchFromGitHub needs a hash of its own: change it with Package.resolved.
  swift-log = fetchFromGitHub {
    owner = "apple";
    repo = "swift-log";
    rev = (builtins.head pins).state.revision;
    hash = "sha256-ZnyTd7bWdxROaZhfscXHK2CWJOfKUhhuc69hRenu0Xo=";
  };
in
assert builtins.map (pin: pin.identity) pins == [ "swift-log" ];
stdenv.mkDerivation {
  pname = "weatherd";
  version = constant "stamp" "weatherd release ";
  src = root;

  nativeBuildInputs = [
    pkg-config
    sqlite
    swiftPackages.swift
    swiftPackages.swiftpm
    xz
  ];
  buildInputs = [
    curl
    expat
    sqlite
    systemdLibs
    zlib
  ];
  # Where the source archive has it.
  postPatch = ''
    mkdir -p Packages
    cp -r --no-preserve=mode ${swift-log} Packages/swift-log
    mv Package.resolved Packages/Package.resolved
    patchShebangs .make packaging Sources
  '';

  # Not the phase of swiftpm: make runs swift build.
  buildPhase = ''
    runHook preBuild
    make
    runHook postBuild
  '';
  makeFlags = [ "PREFIX=$(out)" ];

  # NixOS has no programs in /bin, and home-manager looks for units below share.
  postInstall = ''
    rm $out/share/weatherd/directories
    mv $out/lib/systemd $out/share/systemd
    rmdir $out/lib
    sed -i 's|/bin/kill |${coreutils}/bin/kill |' $out/share/systemd/user/weatherd.service
    sed -i 's|=+mkdir |=+${coreutils}/bin/mkdir |' $out/share/doc/weatherd/examples/sandbox.conf
    install -D -m 644 -t $out/share/licenses/weatherd LICENSE
    packaging/notices >$out/share/licenses/weatherd/NOTICE
  '';

  meta = {
    description = "Weather for status bars and terminals";
    homepage = constant "address" "";
    # Of the programs, and of the data.
    license = with lib.licenses; [
      mit
      asl20
      cc-by-40
      odbl
      cc0
    ];
    mainProgram = "weatherctl";
    platforms = lib.platforms.linux;
  };
}
