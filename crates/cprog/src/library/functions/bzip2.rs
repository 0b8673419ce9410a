//! libbzip2 1.0.8. Streams hold functions that allocate, which its functions call; what they allocate belongs to the library.

/// A line for each function or several, as the module above says.
pub(super) const FUNCTIONS: &str = "
# bzlib.h
BZ2_bzCompressInit BZ2_bzDecompressInit: r0 w0 holds0 runs
BZ2_bzCompress BZ2_bzDecompress: r0 w0 deep runs
BZ2_bzCompressEnd BZ2_bzDecompressEnd: r0 w0 runs
BZ2_bzBuffToBuffCompress BZ2_bzBuffToBuffDecompress: w0 r1 w1 r2
BZ2_bzReadOpen: w0 r4 lib
BZ2_bzWriteOpen: w0 lib
BZ2_bzRead: w0 w2
BZ2_bzReadGetUnused: w0 w2 w3 new@2
BZ2_bzWrite: w0 r2
BZ2_bzReadClose: w0
BZ2_bzWriteClose BZ2_bzWriteClose64: w0 w3 w4 w5 w6
BZ2_bzopen: r0 r1 lib
BZ2_bzdopen: r1 lib
BZ2_bzread: w1
BZ2_bzwrite: r1
BZ2_bzflush BZ2_bzclose: none
BZ2_bzerror: w1 lib
BZ2_bzlibVersion: lib
";
