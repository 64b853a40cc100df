import { readD1Migrations } from "@cloudflare/vitest-plugin"
import type { TestProject } from "vitest/node"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import "./provided.ts"

/** Builds the Workers, and serves the stand-ins that it and its tests call over HTTP. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildKernels()
  await buildWorkers()
  const standIns = await serveStandIns(0)
  project.provide("standInsOrigin", standIns.origin)
  project.provide("migrations", await readD1Migrations("migrations"))
  return () => standIns.close()
}
