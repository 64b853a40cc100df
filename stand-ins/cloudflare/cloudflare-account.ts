import type { DatabaseSync } from "node:sqlite"
import { hexId } from "./cloudflare-reply.ts"

/** The contents of one account. Secrets' values are in bindings alone; nothing that is shown has them. */
export type Account = {
  id: string
  name: string
  workersDev: string | undefined
  databases: Database[]
  buckets: { name: string; creation_date: string; location: string; storage_class: string }[]
  queues: Queue[]
  scripts: Map<string, Script>
  widgets: Widget[]
  domains: Domain[]
}

export type Database = { uuid: string; name: string; created_at: string; sqlite: DatabaseSync }

export type Queue = { queue_id: string; queue_name: string; created_on: string; consumers: Consumer[] }

export type Consumer = {
  consumer_id: string
  type: "worker"
  script: string
  dead_letter_queue?: string | undefined
  settings: Record<string, number | null>
  created_on: string
}

export type Binding = { name: string; type: string; [field: string]: unknown }

export type Module = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> }

/** A Worker's code and bindings, as one upload or one changed secret made them. */
export type Version = {
  id: string
  number: number
  created_on: string
  annotations: Record<string, string>
  mainModule: string
  modules: Module[]
  bindings: Binding[]
  compatibility_date: string
  compatibility_flags: string[]
  limits: object
  assets: { config: object; files: Record<string, { hash: string; size: number }> } | undefined
}

export type Script = {
  name: string
  tag: string
  created_on: string
  modified_on: string
  migration_tag: string | undefined
  classes: string[]
  tags: string[]
  observability: object
  logpush: boolean
  last_deployed_from: "wrangler" | "api"
  versions: Version[]
  deployments: Deployment[]
  schedules: { cron: string; created_on: string }[]
  subdomain: { enabled: boolean; previews_enabled: boolean }
}

export type Deployment = {
  id: string
  created_on: string
  source: string
  strategy: "percentage"
  versions: { version_id: string; percentage: number }[]
}

export type Widget = {
  sitekey: string
  secret: string
  name: string
  domains: string[]
  mode: "managed" | "non-interactive" | "invisible"
  created_on: string
  modified_on: string
}

export type Domain = {
  id: string
  hostname: string
  service: string
  environment: "production"
  zone_id: string
  zone_name: string
  cert_id: string
}

export type Zone = {
  id: string
  name: string
  status: "active" | "pending"
  accountId: string
  fightMode: boolean
  /** Hostnames with DNS records of their own, which a custom domain would have to replace. */
  records: string[]
  senders: Sender[]
}

export type Sender = {
  tag: string
  name: string
  enabled: boolean
  created: string
  modified: string
  dkim_selector: string
  return_path_domain: string
}

export function emptyAccount(id: string, name: string): Account {
  return {
    id,
    name,
    workersDev: undefined,
    databases: [],
    buckets: [],
    queues: [],
    scripts: new Map(),
    widgets: [],
    domains: [],
  }
}

export function newZone(name: string, accountId: string): Zone {
  return { id: hexId(), name, status: "active", accountId, fightMode: false, records: [], senders: [] }
}
