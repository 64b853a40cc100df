import { randomBytes } from "node:crypto"
import { absentSecrets } from "../live-secret.ts"
import type { WorkerRole } from "../secrets-file.ts"
import type { Site } from "../site.ts"
import { missing, right, type State, type Step, wrong } from "../step.ts"

const KEY_BYTES = 32
const random = () => randomBytes(KEY_BYTES).toString("base64")

type Key = {
  name: string
  roles: readonly WorkerRole[]
  make(): string
  /** What a new one does to a shop that is live. */
  loss: string
}

/** Random secrets: made here, shown to nobody. */
const keys: readonly Key[] = [
  {
    name: "SESSION_KEY",
    roles: ["edge", "press"],
    make: random,
    loss: "everybody is signed out, and unless MAILBOX_KEY is set, mailboxes may have their trial again",
  },
  {
    name: "TOKEN_KEYS",
    roles: ["edge", "press"],
    make: () => `1:${random()}`,
    loss: "every shop has to be connected to Etsy again",
  },
  {
    name: "OPERATOR_KEY",
    roles: ["edge"],
    make: random,
    loss: "nothing: it is for export, import and checks",
  },
]

/**
 * A deployment that is made with a session key has a mailbox key too, so that the first may be
 * renewed. Later it may not come: trials are known by hashes under the session key then.
 */
const withSessionKey = "MAILBOX_KEY"

export const randomKeys: Step = {
  name: "Random keys",
  async look(site): Promise<State> {
    const states = await Promise.all(keys.map(async (key) => ({ key, ...(await whereIs(site, key)) })))
    const nowhere = states.filter(({ kind }) => kind === "nowhere").map(({ key }) => key.name)
    const partly = states.filter(({ kind }) => kind === "partly").map(({ key }) => key.name)
    if (nowhere.length > 0) return missing(nowhere.join(", "))
    return partly.length > 0
      ? wrong(`${partly.join(", ")} is in one Worker alone, and not on this machine`)
      : right(keys.map(({ name }) => name).join(", "))
  },
  async make(site) {
    for (const key of keys) {
      const { kind } = await whereIs(site, key)
      if (kind === "whole") continue
      if (kind === "partly") {
        site.secrets.keep(key.name, await askForLost(site, key))
        continue
      }
      if (key.name === "SESSION_KEY" && (await site.live("edge")) === null)
        site.secrets.keep(withSessionKey, site.secrets.get(withSessionKey) ?? random())
      site.secrets.keep(key.name, key.make())
    }
  },
}

/** Whole: here, or in every Worker that needs it. */
async function whereIs(site: Site, key: Key): Promise<{ kind: "whole" | "partly" | "nowhere" }> {
  const lacking = await Promise.all(key.roles.map((role) => absentSecrets(site, [role], [key.name])))
  const count = lacking.filter((names) => names.length > 0).length
  return { kind: count === 0 ? "whole" : count < key.roles.length ? "partly" : "nowhere" }
}

async function askForLost(site: Site, { name, make, loss }: Key): Promise<string> {
  const answer = await site.ask({
    key: name,
    text: `One Worker has ${name}, the other does not, and Cloudflare shows it to nobody. Paste it if you kept it, or type new.`,
    hint: `With a new one: ${loss}.`,
    isSecret: true,
    check: (value) => (value === "new" || value.length >= KEY_BYTES ? null : "It has 32 characters or more."),
  })
  return answer === "new" ? make() : answer
}
