import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { build } from "esbuild"
import { convertV4MiniflareOptions, Miniflare } from "miniflare"
import { chromium } from "playwright-core"
import { expect, test } from "vitest"
import { buildKernels } from "../../local/build-kernels.ts"
import { root } from "../../local/bundle.ts"
import { chromiumArgs, findChromium } from "../../local/chromium.ts"
import { nestedOrder } from "../sheet/nest/runtimes.ts"

const seeds = Array.from({ length: 10 }, (_, index) => index + 1)

async function bundled(contents: string, globalName?: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(root, "test/sheet/nest"), loader: "ts" },
    bundle: true,
    write: false,
    format: globalName ? "iife" : "esm",
    globalName,
    external: ["*.wasm"],
  })
  return outputFiles[0].text
}

test("Node, Chromium and the Workers runtime nest ten orders alike, byte for byte", async () => {
  await buildKernels()
  const kernel = await readFile(join(root, "sheet/kernel/build/layout.wasm"))
  const module = new WebAssembly.Module(kernel)
  const expected = seeds.map((seed) => nestedOrder(seed, module))
  expect(new Set(expected).size).toBe(seeds.length)
  expect(expected.filter((answer) => answer.includes('"nesting":"shapes"')).length).toBeGreaterThan(5)

  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      compatibilityDate: "2026-01-01",
      modules: [
        {
          type: "ESModule",
          path: "worker.js",
          contents: await bundled(
            `import kernel from "./layout.wasm"
          import { nestedOrder } from "./runtimes.ts"
          export default { fetch: (request) => new Response(nestedOrder(Number(new URL(request.url).searchParams.get("seed")), kernel)) }`,
          ),
        },
        { type: "CompiledWasm", path: "layout.wasm", contents: kernel },
      ],
    }),
  )
  try {
    for (const [index, seed] of seeds.entries()) {
      const reply = await miniflare.dispatchFetch(`http://nest.test/?seed=${seed}`)
      expect(await reply.text(), `seed ${seed} in workerd`).toBe(expected[index])
    }
  } finally {
    await miniflare.dispose()
  }

  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
  try {
    const page = await browser.newPage()
    await page.addScriptTag({
      content: await bundled(`export { nestedOrder } from "./runtimes.ts"`, "engine"),
    })
    const answers = await page.evaluate(
      async ({ bytes, list }) => {
        const { engine } = globalThis as unknown as { engine: { nestedOrder: typeof nestedOrder } }
        const compiled = await WebAssembly.compile(Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)))
        return list.map((seed) => engine.nestedOrder(seed, compiled))
      },
      { bytes: kernel.toString("base64"), list: seeds },
    )
    expect(answers).toEqual(expected)
  } finally {
    await browser.close()
  }
})
