// The raster kernel: everything that touches every pixel, as WASM SIMD. It allocates nothing and
// remembers nothing between calls. The caller lays out the memory from heapBase() on, and every
// call checks its arguments.

export { colourBits, findRuns, inkBits, narrowBits } from "./_ink-bits.as"
export { countEdges, countSteps, lightRow } from "./_ink-detail.as"
export { splitFiner, thinPixels } from "./_ink-distance.as"
export { endShrunk, shrinkRow } from "./_ink-shrink.as"
export { coverRow } from "./_mend-cover.as"
export { findForegrounds } from "./_mend-climb.as"
export { sharpenRow } from "./_mend-sharpen.as"
export { spreadEdges } from "./_mend-spread.as"
export { adler32 } from "./_raster-adler.as"
export { deflateRows } from "./_raster-deflate.as"
export { expandDeep, expandGreyAlpha, expandIndexed, expandRgb, unpackBits } from "./_raster-expand.as"
export { copyInk, copyRows, countSoft, filterRows, mirrorRow, scanAlpha, turnColumns, unfilterRows } from "./_raster-pixels.as"
export { addWhite, chokeRow, differRows, joinPlanes, takeAlphas, takeColours } from "./_raster-planes.as"
export { inflate, inflateBytes } from "./_raster-inflate.as"
export { resampleAcross, resampleDown } from "./_raster-resample.as"
export { unfilter } from "./_raster-unfilter.as"

/** Returns the first byte of memory free for the caller. */
export function heapBase(): usize {
  return __heap_base
}
