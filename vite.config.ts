import { fileURLToPath } from "node:url"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"
import { limitScripts } from "./scripts/limit-scripts.ts"
import { readAudiences } from "./scripts/script-audiences.ts"
import { scriptGroupOf } from "./scripts/script-groups.ts"

/** The first text is painted in its own face: the Latin cut is asked for before the stylesheet names it. */
function preloadFont(): Plugin {
  return {
    name: "preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, context) {
        const file = Object.keys(context.bundle ?? {}).find((name) =>
          /inter-latin-wght-normal.*\.woff2$/.test(name),
        )
        if (file === undefined) return []
        const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" }
        return [{ tag: "link", attrs, injectTo: "head" }]
      },
    },
  }
}

/** The build fails where the parser of schemas is among what every visitor loads first. */
function keepSchemasOut(): Plugin {
  const isParser = (id: string) => id.includes("/node_modules/zod/")
  return {
    name: "keep-schemas-out",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk")
      const first = new Set(chunks.filter((chunk) => chunk.isEntry))
      for (const chunk of first)
        for (const other of chunks) if (chunk.imports.includes(other.fileName)) first.add(other)
      const modules = [...first].flatMap((chunk) => chunk.moduleIds)
      if (!modules.some(isParser)) return
      const users = modules.filter(
        (id) => !isParser(id) && this.getModuleInfo(id)?.importedIds.some((imported) => isParser(imported)),
      )
      this.error(`zod is loaded with the first page, for ${users.join(", ")}`)
    },
  }
}

/** Leaves out of the page's calls what only the API's description has, and the server's own checks. */
function leaveSummariesOut(): Plugin {
  return {
    name: "leave-summaries-out",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/contract\/[\w/-]+\.ts$/ },
      handler: (code) => ({
        code: code
          .replaceAll(
            /^ +((summary|scope|caller|role|bodyMedia):\s+".*"|(isOwn|isOutward|isBodyOptional|mayWait): true),$/gm,
            "",
          )
          .replaceAll(/^ +(errors|alsoAs): \["[\w", /-]+"\],$/gm, "")
          .replaceAll(/^ {4}form: z\.object\(\{(.*|[\s\S]*?^ {4})\}\),$/gm, "")
          .replaceAll(/\s*\.describe\(\s*"[^"]*",?\s*\)/g, "")
          .replaceAll(/\s*\.meta\(\{[^()]*\}\)/g, ""),
        map: null,
      }),
    },
  }
}

const webDir = fileURLToPath(new URL("web", import.meta.url))
export default defineConfig(async ({ command }) => {
  const audiences = command === "build" ? await readAudiences(webDir, [react()]) : null
  return {
    root: webDir,
    plugins: [
      react(),
      tailwindcss(),
      preloadFont(),
      keepSchemasOut(),
      leaveSummariesOut(),
      limitScripts(webDir),
    ],
    build: {
      outDir: "../dist/web",
      emptyOutDir: true,
      // A data: address would need an exception in the content security policy.
      assetsInlineLimit: 0,
      target: "es2024",
      rolldownOptions: {
        output: {
          codeSplitting: {
            // What is imported has a file of its own by the same rule.
            includeDependenciesRecursively: false,
            groups: [
              {
                debugName: "audience",
                name: (id: string) => scriptGroupOf(audiences?.get(id) ?? new Set()),
              },
            ],
          },
        },
      },
    },
    server: {
      port: Number(process.env.WEB_PORT ?? 5173),
      proxy: {
        "/fonts/": { target: process.env.API_URL ?? "http://localhost:8787" },
        "/api": { target: process.env.API_URL ?? "http://localhost:8787", ws: true, changeOrigin: false },
      },
    },
  }
})
