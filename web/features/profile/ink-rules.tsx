import { useMutation } from "@tanstack/react-query"
import type { Profile } from "../../../contract/accounts/profile.ts"
import { type InkCode, inkCodes, type InkRules as Rules } from "../../../contract/artwork/ink.ts"
import { Card } from "../../components/ui/card.tsx"
import { Select } from "../../components/ui/select.tsx"
import { saveSettings } from "../../lib/save-settings.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { inkNames } from "../images/ink-names.ts"
import { severityWords } from "../images/ink-words.ts"

const MEASURED = "As measured"
const choices = [
  { value: "" as const, label: MEASURED },
  { value: "bad" as const, label: severityWords.bad },
  { value: "warn" as const, label: severityWords.warn },
  { value: "off" as const, label: "Never tell me" },
]
type Choice = (typeof choices)[number]["value"]

/** Edits how sure the seller is that each kind of finding shows, for all images, prints and autopilots. */
export function InkRules({ user: { inkRules } }: { user: Profile }) {
  const save = useMutation({
    mutationFn: (wanted: Rules) => saveSettings({ inkRules: wanted }),
    onSuccess: () => toastSuccess("Your images are marked by it from now on"),
  })
  const ruled = save.isPending ? save.variables : inkRules
  const rule = (code: InkCode, choice: Choice) => {
    const { [code]: _, ...others } = inkRules
    save.mutate(choice === "" ? others : { ...others, [code]: choice })
  }
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-lg font-[620]">What counts in ink</h2>
      <p className="mt-1 text-ink-2 text-sm">
        Your film and shirts may forgive what others do not. What will show asks for a tick before it is
        printed.
      </p>
      <ul className="mt-3 divide-y divide-line-soft border-line-soft border-y">
        {inkCodes.map((code) => (
          <li key={code} className="flex items-center justify-between gap-3 py-1.5 text-sm">
            <span className="min-w-0">{inkNames[code]}</span>
            <Select
              label={inkNames[code]}
              size="sm"
              className="w-44 flex-none"
              value={ruled[code] ?? ""}
              isDisabled={save.isPending}
              options={choices}
              onValueChange={(choice) => rule(code, choice)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
