import { type Context, Hono } from "hono"
import { z } from "zod"
import type { Account, Binding, Deployment, Script, Version } from "./cloudflare-account.ts"
import type { AssetManifest } from "./cloudflare-assets.ts"
import { answer, CloudflareError, hexId, readBody } from "./cloudflare-reply.ts"
import { migrate, readUpload, type Upload, versionOf } from "./cloudflare-upload.ts"

/** The number of newest versions that are kept, as Cloudflare keeps them. */
const MAX_VERSIONS = 100

const secretSchema = z.object({
  name: z.string().min(1),
  text: z.string(),
  type: z.literal("secret_text").default("secret_text"),
})
const settingsSchema = z.object({
  observability: z.record(z.string(), z.unknown()).optional(),
  logpush: z.boolean().optional(),
  tags: z.array(z.string()).nullish(),
})
const deploymentSchema = z.object({
  strategy: z.literal("percentage"),
  versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })).length(1),
})

/** Returns a Worker; throws Cloudflare's refusal where there is none. */
export function scriptOf(account: Account, name: string | undefined): Script {
  const script = account.scripts.get(name ?? "")
  if (script) return script
  throw new CloudflareError(404, 10007, "This Worker does not exist on your account.")
}

/**
 * Serves Workers, their versions, deployments, secrets and settings
 * (developers.cloudflare.com/api/resources/workers/subresources/scripts).
 */
export function scripts(accountOf: (c: Context) => Account, finishedAssets: (jwt: string) => AssetManifest) {
  const app = new Hono()
  const find = (c: Context) => scriptOf(accountOf(c), c.req.param("script"))
  const assetsOf = ({ metadata }: Upload) => metadata.assets && finishedAssets(metadata.assets.jwt)

  app.put("/:script", async (c) => {
    const account = accountOf(c)
    const upload = await readUpload(c.req.raw)
    const script = account.scripts.get(c.req.param("script")) ?? newScript(c.req.param("script"))
    const draft = { ...script, classes: [...script.classes] }
    migrate(draft, upload)
    const version = versionOf(upload, account, draft, assetsOf(upload))
    Object.assign(script, { migration_tag: draft.migration_tag, classes: draft.classes })
    script.observability = upload.metadata.observability ?? { enabled: false }
    account.scripts.set(script.name, script)
    addVersion(script, version)
    deploy(script, version, c)
    return answer(c, {
      ...serviceScript(script),
      deployment_id: version.id.replaceAll("-", ""),
      startup_time_ms: 12,
    })
  })
  app.post("/:script/versions", async (c) => {
    const script = find(c)
    const upload = await readUpload(c.req.raw)
    if (upload.metadata.migrations)
      throw new CloudflareError(400, 10211, "Migrations need a deployment of the whole Worker.")
    const version = versionOf(upload, accountOf(c), script, assetsOf(upload))
    addVersion(script, version)
    return answer(c, { ...shownVersion(script, version), startup_time_ms: 12 })
  })
  app.get("/:script/versions", (c) => {
    const script = find(c)
    return answer(c, { items: script.versions.map((version) => shownVersion(script, version)).toReversed() })
  })
  app.get("/:script/versions/:version", (c) => {
    const script = find(c)
    return answer(c, shownVersion(script, versionIn(script, c.req.param("version"))))
  })
  app.get("/:script/deployments", (c) => answer(c, { deployments: find(c).deployments }))
  app.post("/:script/deployments", async (c) => {
    const script = find(c)
    const { versions } = await readBody(c, deploymentSchema, 10026)
    return answer(c, deploy(script, versionIn(script, versions[0]?.version_id), c))
  })
  app.get("/:script/settings", (c) => {
    const script = find(c)
    const version = latest(script)
    return answer(c, {
      bindings: version.bindings.map(shownBinding),
      compatibility_date: version.compatibility_date,
      compatibility_flags: version.compatibility_flags,
      limits: version.limits,
      migration_tag: script.migration_tag,
      ...nonVersioned(script),
    })
  })
  app.get("/:script/script-settings", (c) => answer(c, nonVersioned(find(c))))
  app.patch("/:script/script-settings", async (c) => {
    const script = find(c)
    const { tags, ...settings } = await readBody(c, settingsSchema, 10026)
    Object.assign(script, settings, tags ? { tags } : {})
    return answer(c, nonVersioned(script))
  })
  app.get("/:script/secrets", (c) => answer(c, shownSecrets(find(c))))
  app.put("/:script/secrets", async (c) => {
    const script = find(c)
    const { name, text } = await readBody(c, secretSchema, 10026)
    putSecrets(script, { [name]: text }, c)
    return answer(c, { name, type: "secret_text" })
  })
  app.patch("/:script/secrets-bulk", async (c) => {
    const script = find(c)
    const { secrets } = await readBody(
      c,
      z.object({ secrets: z.record(z.string(), secretSchema.nullable()) }),
      10026,
    )
    const texts = Object.entries(secrets).map(([name, secret]) => [name, secret?.text ?? null])
    putSecrets(script, Object.fromEntries(texts), c)
    return answer(c, shownSecrets(script))
  })
  app.delete("/:script/secrets/:secret", (c) => {
    const script = find(c)
    const name = c.req.param("secret")
    if (!shownSecrets(script).some((secret) => secret.name === name))
      throw new CloudflareError(404, 10056, "The binding does not exist on this Worker.")
    putSecrets(script, { [name]: null }, c)
    return answer(c, null)
  })
  app.get("/:script/schedules", (c) => answer(c, { schedules: find(c).schedules }))
  app.put("/:script/schedules", async (c) => {
    const script = find(c)
    const cron = z.string().regex(/^\S+ \S+ \S+ \S+ \S+$/, "invalid cron string")
    const sent = await readBody(c, z.array(z.object({ cron })), 10100)
    const now = new Date().toISOString()
    script.schedules = sent.map((schedule) => ({ ...schedule, created_on: now, modified_on: now }))
    return answer(c, { schedules: script.schedules })
  })
  app.get("/:script/subdomain", (c) => answer(c, find(c).subdomain))
  app.post("/:script/subdomain", async (c) => {
    const script = find(c)
    const sent = await readBody(
      c,
      z.object({ enabled: z.boolean(), previews_enabled: z.boolean().optional() }),
      10026,
    )
    script.subdomain = {
      enabled: sent.enabled,
      previews_enabled: sent.previews_enabled ?? script.subdomain.previews_enabled,
    }
    return answer(c, script.subdomain)
  })
  return app
}

/** Serves what wrangler reads of a Worker outside its scripts' calls. */
export function services(accountOf: (c: Context) => Account) {
  const app = new Hono()
  app.get("/services/:script", (c) => {
    const script = accountOf(c).scripts.get(c.req.param("script"))
    if (!script) throw new CloudflareError(404, 10090, "workers.api.error.service_not_found")
    const { created_on, modified_on } = script
    const environment = { environment: "production", created_on, modified_on, script: serviceScript(script) }
    return answer(c, {
      id: script.name,
      created_on,
      modified_on,
      default_environment: environment,
      environments: [environment],
    })
  })
  app.get("/workers/:script", (c) => {
    const script = scriptOf(accountOf(c), c.req.param("script"))
    const { tag, name, created_on, modified_on, subdomain } = script
    return answer(c, {
      id: tag,
      name,
      created_on,
      updated_on: modified_on,
      subdomain,
      ...nonVersioned(script),
    })
  })
  app.get("/subdomain", (c) => {
    const { workersDev } = accountOf(c)
    if (workersDev) return answer(c, { subdomain: workersDev })
    throw new CloudflareError(404, 10007, "There is no workers.dev subdomain on your account.")
  })
  return app
}

/** Returns a binding without what nobody may read back: a secret's text. */
export function shownBinding(binding: Binding): Binding {
  if (binding.type !== "secret_text") return binding
  return { name: binding.name, type: binding.type }
}

function newScript(name: string): Script {
  const now = new Date().toISOString()
  return {
    name,
    tag: hexId(),
    created_on: now,
    modified_on: now,
    migration_tag: undefined,
    classes: [],
    tags: [],
    observability: { enabled: false },
    logpush: false,
    last_deployed_from: "api",
    versions: [],
    deployments: [],
    schedules: [],
    // A new Worker is served under workers.dev until a deployment says otherwise.
    subdomain: { enabled: true, previews_enabled: true },
  }
}

function addVersion(script: Script, version: Version): void {
  script.versions = [...script.versions, version].slice(-MAX_VERSIONS)
  script.modified_on = version.created_on
}

function deploy(script: Script, version: Version, c: Context): Deployment {
  const isWrangler = c.req.header("user-agent")?.startsWith("wrangler") ?? false
  script.last_deployed_from = isWrangler ? "wrangler" : "api"
  const deployment: Deployment = {
    id: crypto.randomUUID(),
    created_on: new Date().toISOString(),
    source: script.last_deployed_from,
    strategy: "percentage",
    versions: [{ version_id: version.id, percentage: 100 }],
  }
  script.deployments = [deployment, ...script.deployments].slice(0, MAX_VERSIONS)
  return deployment
}

function latest(script: Script): Version {
  const version = script.versions.at(-1)
  if (version) return version
  throw new CloudflareError(404, 10222, "This Worker has no version.")
}

function versionIn(script: Script, id: string | undefined): Version {
  const version = script.versions.find((held) => held.id === id)
  if (version) return version
  throw new CloudflareError(404, 10222, "This version does not exist.")
}

/** Changes a secret, which makes a version of its own, deployed at once; null removes the secret. */
function putSecrets(script: Script, texts: Record<string, string | null>, c: Context): void {
  const before = latest(script)
  if (script.deployments[0]?.versions[0]?.version_id !== before.id)
    throw new CloudflareError(400, 10215, "The latest version of this Worker is not the deployed one.")
  const others = before.bindings.filter(({ name, type }) => type !== "secret_text" || !(name in texts))
  const secrets = Object.entries(texts).flatMap(([name, text]) =>
    text === null ? [] : [{ name, type: "secret_text", text }],
  )
  const version = {
    ...before,
    id: crypto.randomUUID(),
    number: before.number + 1,
    created_on: new Date().toISOString(),
    annotations: { "workers/triggered_by": "secret" },
    bindings: [...others, ...secrets],
  }
  addVersion(script, version)
  deploy(script, version, c)
}

function shownSecrets(script: Script): Binding[] {
  return latest(script)
    .bindings.filter(({ type }) => type === "secret_text")
    .map(shownBinding)
}

function nonVersioned({ observability, logpush, tags }: Script) {
  return { observability, logpush, tags, tail_consumers: [] }
}

function serviceScript(script: Script) {
  const { name, tag, created_on, modified_on, migration_tag, last_deployed_from } = script
  const { compatibility_date, compatibility_flags } = latest(script)
  return {
    id: name,
    tag,
    etag: hexId(),
    created_on,
    modified_on,
    migration_tag,
    last_deployed_from,
    compatibility_date,
    compatibility_flags,
    ...nonVersioned(script),
  }
}

function shownVersion(script: Script, version: Version) {
  const { id, number, created_on, bindings, compatibility_date, compatibility_flags, limits } = version
  return {
    id,
    number,
    metadata: { created_on, modified_on: created_on, source: script.last_deployed_from },
    annotations: version.annotations,
    resources: {
      bindings: bindings.map(shownBinding),
      script: { etag: hexId(), last_deployed_from: script.last_deployed_from },
      script_runtime: {
        compatibility_date,
        compatibility_flags,
        limits,
        migration_tag: script.migration_tag,
      },
    },
  }
}
