import { buildSync } from "esbuild"
import type { RuntimeOptions } from "../local/runtime.ts"

/** Checks a runtime's replies against the app's OpenAPI document; adds violations to `findings`. */
export function checkedReplies(findings: string[]): Pick<RuntimeOptions, "front" | "onError"> {
  return {
    front: frontScript(),
    onError(line) {
      if (!line.startsWith("not as described: ")) return false
      findings.push(line)
      return true
    },
  }
}

function frontScript(): string {
  const { outputFiles } = buildSync({
    entryPoints: [new URL("front-worker.ts", import.meta.url).pathname],
    bundle: true,
    format: "esm",
    external: ["./served-worker.js"],
    write: false,
  })
  return outputFiles[0].text
}
