import { createReadStream, readFileSync } from "node:fs"
import { open } from "node:fs/promises"
import { createRequire } from "node:module"
import { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import { buildKernels } from "../local/build-kernels.ts"
import type { LayoutHost } from "../sheet/layout/layout-kernel.ts"
import type { ByteSource } from "../sheet/raster/artwork.ts"
import type { RasterHost } from "../sheet/raster/host.ts"
import { createColourHost } from "../worker/raster/colour-host.ts"
import { rasterZlib } from "../worker/raster/raster-zlib.ts"
import { createSvgHost } from "../worker/raster/svg-renderer.ts"

const buildDir = fileURLToPath(new URL("../sheet/kernel/build/", import.meta.url))

const { resolve } = createRequire(import.meta.url)
const fontFile = resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf")

/**
 * Opens the raster engine's host under Node: kernels from disk (built if missing or stale), zlib,
 * and littleCMS, SVG renderer and font as in the Worker.
 */
export async function openNodeHost(): Promise<RasterHost> {
  await buildKernels()
  return {
    rasterKernel: readKernel("raster"),
    jpegKernel: readKernel("jpeg"),
    colours: createColourHost(readKernel("lcms")),
    svg: createSvgHost(readKernel("resvg"), readFileSync(fontFile)),
    ...rasterZlib,
  }
}

export async function openLayoutHost(): Promise<LayoutHost> {
  await buildKernels()
  return { layoutKernel: readKernel("layout") }
}

function readKernel(name: string): WebAssembly.Module {
  return readModule(`${buildDir}${name}.wasm`)
}

function readModule(path: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(path))
}

export function fileSource(path: string): ByteSource {
  return async (fromByte = 0) => {
    if (fromByte > 0)
      return Readable.toWeb(createReadStream(path, { start: fromByte })) as ReadableStream<Uint8Array>
    const file = await open(path)
    return file.readableWebStream({ autoClose: true }) as unknown as ReadableStream<Uint8Array>
  }
}
