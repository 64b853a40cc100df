import axe from "axe-core"
import type { Page } from "playwright-core"

/** Of all rules, only these look at colours. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"]

type Rules = "all" | readonly string[]
type Violation = {
  id: string
  impact: string
  help: string
  places: { target: string; why: string }[]
}

/**
 * What axe-core objects to on the page as it is now, serious and critical alone, one line for each
 * place: `color-contrast (serious) p.hint: …`. Waits for overlays that are still fading in and for
 * what is being replaced, whose colours are not final.
 */
export async function seriousViolations(page: Page, rules: Rules = "all"): Promise<string[]> {
  await page.waitForFunction(isAtRest)
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(runAxe, rules)
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, impact, help, places }) =>
      places.map(({ target, why }) => `${id} (${impact}) ${target}: ${help}. ${why}`),
    )
}

/** All rules in the light theme, then the dark theme's colours; ends in the light theme. */
export async function seriousViolationsInBothThemes(page: Page, name: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" })
  const inDark = await seriousViolations(page, COLOUR_RULES)
  await page.emulateMedia({ colorScheme: "light" })
  const inLight = await seriousViolations(page)
  return [...inLight.map((line) => `${name}: ${line}`), ...inDark.map((line) => `${name}, dark: ${line}`)]
}

/** Pulses and spinners go on for ever and change no text. */
function isAtRest(): boolean {
  const isFading = document
    .getAnimations()
    .some(
      ({ playState, effect }) =>
        playState === "running" && effect?.getComputedTiming().iterations !== Infinity,
    )
  // Figures and tables are dimmed while they reload; a sheet still being packed is not.
  return !isFading && document.querySelector("dl[aria-busy=true], section[aria-busy=true]") === null
}

async function runAxe(rules: Rules): Promise<Violation[]> {
  const inPage = (window as unknown as { axe: typeof axe }).axe
  const { violations } = await inPage.run(document, {
    resultTypes: ["violations"],
    ...(rules === "all" ? {} : { runOnly: [...rules] }),
  })
  return violations.map(({ id, impact, help, nodes }) => ({
    id,
    impact: impact ?? "unknown",
    help,
    places: nodes.map(({ target, failureSummary }) => ({
      target: target.join(" "),
      why: (failureSummary ?? "").replaceAll(/\s+/g, " "),
    })),
  }))
}
