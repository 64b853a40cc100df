import { fileURLToPath } from "node:url"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"

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

export default defineConfig({
  root: fileURLToPath(new URL("web", import.meta.url)),
  plugins: [react(), tailwindcss(), preloadFont()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    // A data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    target: "es2024",
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: {
      "/api": { target: process.env.API_URL ?? "http://localhost:8787", ws: true, changeOrigin: false },
    },
  },
})
