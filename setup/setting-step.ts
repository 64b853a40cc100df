import { sampleSettings } from "../worker/sample-settings.ts"
import type { Question } from "./ask.ts"
import type { Site } from "./site.ts"
import { missing, right, type Step, wrong } from "./step.ts"

export type Setting = Omit<Question, "key" | "check"> & {
  name: string
  /** Returns a sentence on why this is no value; null if it is one. */
  check?(value: string): string | null
}

/** Returns a step for public settings that only a person knows. Each answer is written at once. */
export function settingStep(name: string, settings: readonly Setting[]): Step {
  return {
    name,
    async look(site) {
      const checked = settings.map((setting) => ({ setting, problem: problemOf(site, setting) }))
      const absent = checked.filter(({ problem }) => problem === "")
      const spoilt = checked.flatMap(({ setting, problem }) =>
        problem ? [`${setting.name}: ${problem}`] : [],
      )
      if (spoilt.length > 0) return wrong(spoilt.join("; "))
      if (absent.length > 0) return missing(absent.map(({ setting }) => setting.name).join(", "))
      const shown = settings.map((setting) => site.deployment.vars[setting.name]).filter((value) => value)
      return right(shown.join(", "))
    },
    async make(site) {
      for (const setting of settings)
        if (problemOf(site, setting) !== null)
          site.file.keepVar(setting.name, await askSetting(site, setting))
    },
  }
}

/** Returns null if the setting is right, "" if it is missing, else what is wrong with it. */
function problemOf(site: Site, setting: Setting): string | null {
  const value = site.deployment.vars[setting.name]
  if (value === undefined) return ""
  return value === "" && setting.isOptional ? null : refusalOf(setting, value)
}

export function askSetting(site: Site, setting: Setting): Promise<string> {
  const { name, ...rest } = setting
  return site.ask({ ...rest, key: name, check: (answer) => refusalOf(setting, answer) })
}

export function refusalOf({ name, check }: Pick<Setting, "name" | "check">, value: string): string | null {
  const [sample] = sampleSettings({ [name]: value })
  return sample ? `This is a sample; it has to be ${sample.expected}.` : (check?.(value) ?? null)
}
