import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../local/bundle.ts"
import type { WorkerConfig } from "./worker-configs.ts"

/** Applies the migrations to each database. Wrangler lists them all after each, so its output shows only on failure. */
export function applyMigrations({ databases, path }: WorkerConfig): void {
  for (const { name } of databases)
    wrangler(["d1", "migrations", "apply", name, "--remote", "--config", path], "pipe")
}

/** Uploads one Worker and makes it live, in the same step as its secrets. */
export function deployWorker({ path, tag }: WorkerConfig, secrets: Readonly<Record<string, string>>): void {
  const command = ["deploy", "--config", path, "--tag", tag]
  if (Object.keys(secrets).length === 0) {
    wrangler(command)
    return
  }
  // On the disk for these seconds and readable by its owner alone: anybody can read arguments.
  const folder = mkdtempSync(join(tmpdir(), "sheetsmith-"))
  const file = join(folder, "secrets.json")
  try {
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
    wrangler([...command, "--secrets-file", file])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Opens Cloudflare's page that asks for consent, and waits. */
export function logIn(): void {
  wrangler(["login"])
}

/** Returns the token of an earlier login; null without one. */
export function keptToken(): string | null {
  const { status, stdout } = spawnSync(binary(), ["auth", "token"], {
    cwd: root,
    encoding: "utf8",
    env: env(),
  })
  const token = stdout?.trim().split("\n").at(-1) ?? ""
  return status === 0 && /^[\w.-]{20,}$/.test(token) ? token : null
}

/** Runs wrangler; throws if it fails. */
function wrangler(args: readonly string[], stdio: "inherit" | "pipe" = "inherit"): void {
  const options = { cwd: root, stdio, env: env(), encoding: "utf8" } as const
  const { status, stdout, stderr } = spawnSync(binary(), args, options)
  if (status === 0) return
  if (stdio === "pipe") console.error(`${stdout}${stderr}`)
  throw new Error(`wrangler ${args.slice(0, 3).join(" ")} failed; what it said stands above.`)
}

function binary(): string {
  return join(root, "node_modules", ".bin", "wrangler")
}

function env(): NodeJS.ProcessEnv {
  // Its questions still appear.
  return { WRANGLER_LOG: "warn", ...process.env, WRANGLER_SEND_METRICS: "false" }
}
