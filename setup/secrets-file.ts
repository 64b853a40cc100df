import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { z } from "zod"
import { writeWhole } from "./write-whole.ts"

export type WorkerRole = "edge" | "press"

const secretsSchema = z.object({
  values: z.record(z.string(), z.string()).default({}),
  /** Digests of the values that each Worker last got. */
  sent: z
    .object({ edge: z.record(z.string(), z.string()), press: z.record(z.string(), z.string()) })
    .default({ edge: {}, press: {} }),
})
type Secrets = z.output<typeof secretsSchema>

/**
 * The secrets on this machine, readable by their owner alone: a vendor's until both Workers have it,
 * those made here for good, because no Worker gives them back.
 */
export class SecretsFile {
  readonly path: string

  /** Opens the file beside the deployment's, named after it. */
  constructor(deploymentPath: string) {
    this.path = deploymentPath.replace(/(\.toml)?$/, ".secrets.json")
  }

  get(name: string): string | undefined {
    return this.#read().values[name]
  }

  all(): Readonly<Record<string, string>> {
    return this.#read().values
  }

  /** Keeps a secret for each Worker, even one that it got before. */
  keep(name: string, value: string): void {
    this.keepTogether({ [name]: value })
  }

  /** Keeps secrets that are worthless apart: a run that is killed keeps all or none. */
  keepTogether(given: Readonly<Record<string, string>>): void {
    const { values, sent } = this.#read()
    const others = (digests: Record<string, string>) =>
      Object.fromEntries(Object.entries(digests).filter(([name]) => !(name in given)))
    this.#write({
      values: { ...values, ...given },
      sent: { edge: others(sent.edge), press: others(sent.press) },
    })
  }

  forget(name: string): void {
    const secrets = this.#read()
    const { [name]: _, ...values } = secrets.values
    this.#write({ ...secrets, values })
  }

  /** Returns those of these names that lie here and differ from that Worker's last ones. */
  unsent(role: WorkerRole, names: readonly string[]): string[] {
    const { values, sent } = this.#read()
    return names.filter((name) => name in values && sent[role][name] !== digestOf(values[name]))
  }

  markSent(role: WorkerRole, values: Readonly<Record<string, string>>): void {
    const secrets = this.#read()
    const digests = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, digestOf(text)]))
    this.#write({ ...secrets, sent: { ...secrets.sent, [role]: { ...secrets.sent[role], ...digests } } })
  }

  #read(): Secrets {
    const text = existsSync(this.path) ? readFileSync(this.path, "utf8") : "{}"
    return secretsSchema.parse(JSON.parse(text))
  }

  #write(secrets: Secrets): void {
    writeWhole(this.path, `${JSON.stringify(secrets, null, 2)}\n`, 0o600)
  }
}

function digestOf(value: string): string {
  return createHash("sha256").update(value).digest("hex")
}
