import { build } from "esbuild"
import { expect, test } from "vitest"
import { unstable_readConfig as readConfig } from "wrangler"
import { root, workers } from "../../local/bundle.ts"
import { configsOf } from "../../setup/worker-configs.ts"
import { settingNames } from "../../worker/env.ts"
import { burstRules } from "../../worker/rate-limit.ts"

/** The part of a configuration that is read here; wrangler's own type says nothing. */
type Config = {
  name: string
  vars: Record<string, string>
  secrets?: { required?: string[] }
  queues: { producers?: { queue: string }[]; consumers?: { queue: string; dead_letter_queue?: string }[] }
  durable_objects: { bindings: { name: string; class_name: string; script_name?: string }[] }
  migrations: { new_sqlite_classes?: string[] }[]
  triggers: { crons?: string[] }
  [other: string]: unknown
}

const edge: Config = readConfig({ config: workers.edge.config }, { hideWarnings: true })
const press: Config = readConfig({ config: workers.press.config }, { hideWarnings: true })

test("the two Workers' configurations name the same resources, with the same values", () => {
  const sharedOf = (config: Config) => ({
    compatibility: [config.compatibility_date, config.compatibility_flags],
    databases: config.d1_databases,
    buckets: config.r2_buckets,
    producers: config.queues.producers,
    mail: config.send_email,
    keepNames: config.keep_names,
    observability: config.observability,
  })
  expect(sharedOf(press)).toEqual(sharedOf(edge))
  expect(edge.vars).toMatchObject(press.vars)
  expect([edge.name, press.name]).toEqual([workers.edge.name, workers.press.name])
})

test("the press is bound to the object that the edge has, and nobody calls it", () => {
  const [{ name, class_name: className }] = edge.durable_objects.bindings
  expect(press.durable_objects.bindings).toEqual([{ name, class_name: className, script_name: edge.name }])
  expect(edge.migrations.flatMap((step) => step.new_sqlite_classes)).toEqual([className])
  expect(press.migrations).toEqual([])
  expect([press.workers_dev, press.preview_urls, press.routes]).toEqual([false, false, undefined])
  expect(press.assets).toMatchObject({ directory: "dist/library", binding: "ASSETS" })
})

test("every queue and every cron is the press's alone", () => {
  expect(edge.queues.consumers ?? []).toEqual([])
  expect(edge.triggers.crons).toEqual([])
  expect(press.triggers.crons).toEqual(["* * * * *", "17 3 * * *"])
  const consumed = (press.queues.consumers ?? []).map(({ queue }) => queue)
  const produced = (edge.queues.producers ?? []).map(({ queue }) => queue)
  const dead = (press.queues.consumers ?? []).flatMap((consumer) => consumer.dead_letter_queue ?? [])
  expect(dead).toEqual(produced.map((queue) => `${queue}-dead`))
  expect(consumed.sort()).toEqual([...produced, ...dead].sort())
})

test("the edge's limits of bursts are those that refusals name", () => {
  const rules = Object.values(burstRules).map(({ binding: name, limit, windowMs }) => ({
    ...{ name, namespace_id: expect.any(String) },
    simple: { limit, period: windowMs / 1_000 },
  }))
  expect(edge.ratelimits).toEqual(rules)
})

test("two deployments of one Cloudflare account count their bursts apart", () => {
  const numberOf = (name: string) => {
    const { edge } = configsOf({ name, databases: 1, database_ids: {}, vars: {} })
    const [{ namespace_id: id }] = edge.toml.ratelimits as { namespace_id: string }[]
    expect(id).toMatch(/^[1-9]\d*$/)
    return id
  }
  expect(new Set(["sheetsmith", "two", "three"].map(numberOf)).size).toBe(3)
  expect(numberOf("two")).toBe(numberOf("two"))
})

test("each Worker is given the settings that it reads, and no other", () => {
  /** The settings that a Worker works without. */
  const optional = [
    ...["MAILBOX_KEY", "OPERATOR_KEY", "CONTACT_PHONE"],
    ...[
      "SHOPIFY_API_KEY",
      "SHOPIFY_API_SECRET",
      "SHOPIFY_ORIGIN",
      "SHOPIFY_IMAGE_ORIGIN",
      "SHOPIFY_FILE_ORIGIN",
    ],
  ]
  const given = ({ vars, secrets }: Config) => [...Object.keys(vars), ...(secrets?.required ?? [])]
  const needed = (names: readonly string[]) => names.filter((name) => !optional.includes(name))
  expect(given(edge).sort()).toEqual(needed(settingNames.edge).sort())
  expect(given(press).sort()).toEqual(needed(settingNames.press).sort())
})

test("the edge carries no kernel but the packing's and no job, the press no route and no object", async () => {
  const inEdge = await bundled("worker/index.ts")
  const inPress = await bundled("worker/press.ts")
  expect(inEdge.modules).toEqual(["layout.wasm"])
  expect(inPress.modules).toEqual([
    "Inter_400Regular.ttf",
    "harfbuzz.wasm",
    "jpeg.wasm",
    "layout.wasm",
    "lcms.wasm",
    "pen.wasm",
    "raster.wasm",
    "resvg.wasm",
  ])
  expect(inEdge.files.filter((path) => /^worker\/(jobs|raster)\//.test(path))).toEqual([])
  expect(
    inPress.files.filter((path) => /^(worker\/(routes|middleware)|durable-objects)\//.test(path)),
  ).toEqual([])
})

/** The files whose code is in a Worker, and what it takes as modules of their own. */
async function bundled(entry: string): Promise<{ files: string[]; modules: string[] }> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: "dist",
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    // The modules of assistants are loaded when one calls.
    external: ["node:*", "cloudflare:*", "*.wasm", "*.ttf", "./assistant.js", "./authorization.js"],
  })
  const [{ inputs, imports }] = Object.values(metafile.outputs)
  const isData = /\.(wasm|ttf)$/
  return {
    files: Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0),
    modules: imports
      .map(({ path }) => path.split("/").at(-1) ?? "")
      .filter((name) => isData.test(name))
      .sort(),
  }
}
