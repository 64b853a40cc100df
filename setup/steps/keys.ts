import { absentSecrets } from "../live-secret.ts"
import { MIN_KEY_LENGTH, type RandomKey, randomKeys } from "../random-keys.ts"
import type { Site } from "../site.ts"
import { missing, right, type State, type Step, wrong } from "../step.ts"

export const keys: Step = {
  name: "Random keys",
  async look(site): Promise<State> {
    const { nowhere, partly } = await absentKeys(site)
    if (nowhere.length > 0) return missing(namesOf(nowhere))
    return partly.length > 0
      ? wrong(`${namesOf(partly)} is in one Worker alone, and not on this machine`)
      : right(namesOf(randomKeys))
  },
  async make(site) {
    const { nowhere, partly } = await absentKeys(site)
    for (const { name, make } of nowhere) site.secrets.keep(name, make())
    for (const key of partly) site.secrets.keep(key.name, await askForLost(site, key))
  },
}

/** Returns keys that are neither here nor in every Worker that needs them: in none, or in one of two. */
async function absentKeys(site: Site): Promise<{ nowhere: RandomKey[]; partly: RandomKey[] }> {
  const isNew = (await site.live("edge")) === null
  const nowhere: RandomKey[] = []
  const partly: RandomKey[] = []
  for (const key of randomKeys) {
    const lacking = await Promise.all(key.roles.map((role) => absentSecrets(site, [role], [key.name])))
    const count = lacking.filter((names) => names.length > 0).length
    if (count === key.roles.length) {
      if (isNew || !key.isForNewAlone) nowhere.push(key)
    } else if (count > 0) partly.push(key)
  }
  return { nowhere, partly }
}

async function askForLost(site: Site, { name, make, loss }: RandomKey): Promise<string> {
  const answer = await site.ask({
    key: name,
    text: `One Worker has ${name}, the other does not, and Cloudflare shows it to nobody. Paste it if you kept it, or type new.`,
    hint: `With a new one, ${loss}.`,
    isSecret: true,
    check: (value) =>
      value === "new" || value.length >= MIN_KEY_LENGTH ? null : "It has 32 characters or more.",
  })
  return answer === "new" ? make() : answer
}

function namesOf(list: readonly RandomKey[]): string {
  return list.map(({ name }) => name).join(", ")
}
