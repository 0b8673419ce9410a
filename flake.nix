{
  description = "Lakmus: what programs may do on relaxed memory";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" ];
      each = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
      version = (builtins.fromTOML (builtins.readFile ./Cargo.toml)).workspace.package.version;
    in
    {
      packages = each (pkgs: rec {
        lakmus = pkgs.rustPlatform.buildRustPackage {
          pname = "lakmus";
          inherit version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          # The command and the library that tested programs load, as `cargo xtask dist` builds them.
          buildPhase = ''
            runHook preBuild
            cargo build --offline --profile dist --package lakmus --package lakmus-rt
            runHook postBuild
          '';
          installPhase = ''
            runHook preInstall
            install -D target/dist/lakmus $out/bin/lakmus
            ln -s lakmus $out/bin/lakmus-cc
            ln -s lakmus $out/bin/lakmus-cxx
            install -D target/dist/liblakmus_rt.so $out/lib/lakmus/liblakmus_rt.so
            install -D crates/rt/include/lakmus/strategy.h $out/include/lakmus/strategy.h
            mkdir -p $out/share/man/man1
            $out/bin/lakmus man > $out/share/man/man1/lakmus.1
            runHook postInstall
          '';
          # They need compilers, references and hours.
          doCheck = false;
          doInstallCheck = true;
          installCheckPhase = ''
            $out/bin/lakmus run corpus/x86_64/SB.litmus | grep -q "Observation SB Sometimes 1 3"
          '';
          meta = {
            description = "What programs may do on relaxed memory";
            license = with pkgs.lib.licenses; [ asl20 mit ];
            mainProgram = "lakmus";
            platforms = systems;
          };
        };
        default = lakmus;
      });
    };
}
