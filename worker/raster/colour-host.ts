import { growTo, type OutsideCall, startBare } from "../../sheet/raster/bare-instance.ts"
import type { ColourHost, ColourSpace } from "../../sheet/raster/host.ts"

/** The exports of littleCMS (lcms-wasm). Profiles and transforms are pointers into its memory; 0 is none. */
type Lcms = {
  memory: WebAssembly.Memory
  work: { value: bigint }
  __indirect_function_table: WebAssembly.Table
  __wasm_call_ctors(): void
  malloc(bytes: number): number
  free(pointer: number): void
  cmsOpenProfileFromMem(bytes: number, length: number): number
  cmsCreate_sRGBProfile(): number
  cmsCloseProfile(profile: number): number
  cmsGetColorSpace(profile: number): number
  cmsCreateTransform(
    from: number,
    fromFormat: number,
    to: number,
    toFormat: number,
    intent: number,
    flags: number,
  ): number
  cmsCreateProofingTransform(
    from: number,
    fromFormat: number,
    to: number,
    toFormat: number,
    press: number,
    intent: number,
    proofIntent: number,
    flags: number,
  ): number
  cmsDoTransform(transform: number, from: number, to: number, pixels: number): void
}

/**
 * The work of building a conversion, in units as the SVG renderer's (sheet/raster/svg/svg-limit.ts). A table
 * between four inks and sRGB takes 1.2 billion.
 */
const OPEN_WORK = 4_000_000_000
/** The work of converting one pixel, at most; tables take some 400 units, a chain of them a few thousand. */
const PIXEL_WORK = 20_000
/** The pixels converted by one call. */
const CALL_PIXELS = 4096

/** littleCMS's names of colour spaces, and its words for rows of them in bytes (lcms2.h, "Format of pixel"). */
const spaces: Record<ColourSpace, { signature: number; format: number }> = {
  rgb: { signature: 0x52474220, format: formatOf(4, 3, 1) },
  grey: { signature: 0x47524159, format: formatOf(3, 1, 3) },
  cmyk: { signature: 0x434d594b, format: formatOf(6, 4, 0) },
}

const RELATIVE_COLORIMETRIC = 1
const BLACK_POINT_COMPENSATION = 0x2000
/**
 * A finer table between the profile's and sRGB: of 23 points along each of four inks, not 17. It takes 0.2 s more to
 * make, and halves the share of colours that are further than ΔE 1 from those calculated one by one.
 */
const HIGH_RESOLUTION = 0x0400
const SOFT_PROOFING = 0x4000
/** Pixels that the press cannot mix become a grey, so they are those that differ from the proof without it. */
const GAMUT_CHECK = 0x1000

function formatOf(space: number, channels: number, left: number): number {
  return (space << 16) | (left << 7) | (channels << 3) | 1
}

/**
 * Returns littleCMS as the engine's converter of colours: `module` is sheet/kernel/build/lcms.wasm, which counts its
 * work. Each conversion is an instance of its own, whose memory goes with it.
 */
export function createColourHost(module: WebAssembly.Module): ColourHost {
  return {
    open(profile, space) {
      const convert = unlessTrapped(() => openToSrgb(openLcms(module), profile, space))
      return (
        convert && {
          apply(row) {
            if (!unlessTrapped(() => convert(row))) return false
            // Black was in place of alpha. littleCMS leaves the fourth byte alone.
            if (space === "cmyk") for (let at = 3; at < row.length; at += 4) row[at] = 255
            return true
          },
        }
      )
    },
    openProof(profile) {
      const views = unlessTrapped(() => openPressed(openLcms(module), profile))
      return (
        views && {
          apply(row, outside) {
            const alarmed = row.slice()
            if (!unlessTrapped(() => views.alarm(alarmed) && views.proof(row))) return false
            for (let i = 0, at = 0; at < row.length; i++, at += 4)
              outside[i] = Number(
                row[at] !== alarmed[at] || row[at + 1] !== alarmed[at + 1] || row[at + 2] !== alarmed[at + 2],
              )
            return true
          },
        }
      )
    },
  }
}

/** A function that converts pixels in place. */
type Convert = (row: Uint8Array) => true

/** Returns null for a profile that leads littleCMS astray, or that takes too much work or memory. */
function unlessTrapped<Done>(step: () => Done | null): Done | null {
  try {
    return step()
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return null
    throw error
  }
}

function openToSrgb(calls: Lcms, bytes: Uint8Array, space: ColourSpace): Convert | null {
  const profile = openProfile(calls, bytes)
  const { signature, format } = spaces[space]
  if (profile === 0 || calls.cmsGetColorSpace(profile) !== signature) return null
  const transform = calls.cmsCreateTransform(
    profile,
    format,
    calls.cmsCreate_sRGBProfile(),
    spaces.rgb.format,
    RELATIVE_COLORIMETRIC,
    BLACK_POINT_COMPENSATION | HIGH_RESOLUTION,
  )
  return converter(calls, transform)
}

/**
 * Opens sRGB to a press and back, relative to its paper, with the black that it can reach: as it looks, and with an alarm
 * in place of what the press cannot mix. Both are one instance's, so that a large profile is held once.
 */
function openPressed(calls: Lcms, bytes: Uint8Array): { proof: Convert; alarm: Convert } | null {
  const press = openProfile(calls, bytes)
  if (press === 0) return null
  const [srgb, { format }] = [calls.cmsCreate_sRGBProfile(), spaces.rgb]
  const open = (flags: number) => {
    calls.work.value = BigInt(OPEN_WORK)
    const transform = calls.cmsCreateProofingTransform(
      srgb,
      format,
      srgb,
      format,
      press,
      RELATIVE_COLORIMETRIC,
      RELATIVE_COLORIMETRIC,
      SOFT_PROOFING | BLACK_POINT_COMPENSATION | flags,
    )
    return converter(calls, transform)
  }
  const proof = open(0)
  const alarm = proof && open(GAMUT_CHECK)
  return alarm && { proof, alarm }
}

/** Opens a profile; 0 if it is none. */
function openProfile(calls: Lcms, profile: Uint8Array): number {
  calls.work.value = BigInt(OPEN_WORK)
  const bytes = calls.malloc(profile.length)
  if (bytes === 0) return 0
  new Uint8Array(calls.memory.buffer, bytes, profile.length).set(profile)
  const opened = calls.cmsOpenProfileFromMem(bytes, profile.length)
  calls.free(bytes)
  return opened
}

function converter(calls: Lcms, transform: number): Convert | null {
  const pixels = calls.malloc(CALL_PIXELS * 4)
  if (transform === 0 || pixels === 0) return null
  return (row) => {
    for (let at = 0; at < row.length; at += CALL_PIXELS * 4) {
      const piece = row.subarray(at, at + CALL_PIXELS * 4)
      const memory = new Uint8Array(calls.memory.buffer, pixels, piece.length)
      memory.set(piece)
      calls.work.value = BigInt(CALL_PIXELS * PIXEL_WORK)
      calls.cmsDoTransform(transform, pixels, pixels, piece.length / 4)
      piece.set(memory)
    }
    return true
  }
}

/** Starts an instance with nothing of the world outside: no files, no clock, no terminal. */
function openLcms(module: WebAssembly.Module): Lcms {
  const own: Record<string, OutsideCall> = {
    emscripten_memcpy_js(to, from, count) {
      new Uint8Array(calls.memory.buffer).copyWithin(to, from, from + count)
      return undefined
    },
    emscripten_resize_heap(bytes) {
      // Without memory littleCMS says that it cannot use the profile.
      return growTo(calls.memory, bytes >>> 0)
    },
    emscripten_date_now: () => 0,
  }
  const stub = (name: string): OutsideCall => {
    if (name.startsWith("invoke_"))
      return (at, ...numbers) => calls.__indirect_function_table.get(at)?.(...numbers)
    // Files and clocks are asked for by code that a profile in memory never reaches; -1 says that there is none.
    if (/^(__syscall_|fd_|_tzset|_gmtime)/.test(name)) return () => -1
    return () => {
      throw new WebAssembly.RuntimeError(`littleCMS stopped: ${name}`)
    }
  }
  // The exports of this package; colours.test.ts checks their shape by converting.
  const calls = startBare(module, own, stub) as unknown as Lcms
  calls.work.value = BigInt(OPEN_WORK)
  calls.__wasm_call_ctors()
  return calls
}
