# Homebrew: the tarball for Linux on x86-64. `url` and `sha256` are those of a release (docs/recipes/release.md).
class Lakmus < Formula
  desc "What programs may do on relaxed memory"
  homepage "https://crates.io/crates/lakmus"
  version "0.1.0"
  license any_of: ["Apache-2.0", "MIT"]

  # Set at a release: where its tarball is, and the line of SHA256SUMS for it.
  url ENV.fetch("LAKMUS_TARBALL_URL", "file:///nowhere/lakmus-0.1.0-x86_64-linux.tar.gz")
  sha256 ENV.fetch("LAKMUS_TARBALL_SHA256", "0" * 64)

  depends_on arch: :x86_64
  depends_on :linux

  def install
    prefix.install "bin", "lib", "include", "share"
  end

  test do
    (testpath/"SB.litmus").write <<~LITMUS
      X86_64 SB
      { x=0; y=0; }
       P0           | P1           ;
       movl $1,(x)  | movl $1,(y)  ;
       movl (y),%eax| movl (x),%eax;
      exists (0:rax=0 /\\ 1:rax=0)
    LITMUS
    assert_match "Observation SB Sometimes 1 3", shell_output("#{bin}/lakmus run SB.litmus")
  end
end
