// The JPEG kernel: entropy decoding, inverse DCT, chroma interpolation and colour conversion, a row
// of MCUs or a row of pixels at a time. It keeps no state between calls: every cursor lives in a
// record that the caller owns (layouts in _jpeg-entropy.as.ts). The caller has checked every count
// and pointer that it passes (sheet/raster/jpeg/). Compressed bytes are hostile: whatever they
// hold, reads stay below the record's `end` and writes inside the block that the caller asked for.
export { decodeMcus, decodeBlocks, findMarker } from "./_jpeg-entropy.as"
export { inverseBlocks } from "./_jpeg-idct.as"
export {
  upsampleH2V1,
  upsampleH2V2,
  upsampleH1V2,
  replicate,
  yccToRgba,
  planesToRgba,
  greyToRgba,
  joinBlack,
  reverseRow,
  turnColumns,
} from "./_jpeg-rows.as"

/** Returns the first byte after the kernel's own data. Memory from here on belongs to the caller. */
export function heapBase(): usize {
  return __heap_base
}
