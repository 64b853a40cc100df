import { useMutation } from "@tanstack/react-query"
import { useRef } from "react"
import type { Profile } from "../../../contract/accounts/profile.ts"
import { withMends } from "../../../contract/artwork/asked-mends.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { Card } from "../../components/ui/card.tsx"
import { Switch } from "../../components/ui/switch.tsx"
import { saveSettings } from "../../lib/save-settings.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useScrollToHash } from "../../lib/use-scroll-to-hash.ts"
import { mendWords } from "../images/mend-words.ts"
import { mendGroups, usualMends } from "../mends/mend-kinds.ts"

/** The kinds that suit most artwork, without a look at it, in the order and the words of the editor. */
const suitable: readonly Mend["kind"][] = [
  "remove-background",
  "harden",
  "thicken",
  "drop-specks",
  "fill-pinholes",
]
const offered = mendGroups.flatMap(({ kinds }) => kinds.filter(({ kind }) => suitable.includes(kind)))

/** Edits the mends that each new image gets; others that the account has by its programs stay as they are. */
export function NewImageMends({ user: { mends } }: { user: Profile }) {
  const section = useRef<HTMLDivElement>(null)
  useScrollToHash(section, true)
  const save = useMutation({
    mutationFn: (wanted: readonly Mend[]) => saveSettings({ mends: [...wanted] }),
    onSuccess: () => toastSuccess("New images are mended like this from now on"),
  })
  const current = save.isPending ? save.variables : mends
  function change(kind: Mend["kind"], isOn: boolean) {
    const others = mends.filter((mend) => mend.kind !== kind)
    save.mutate(isOn ? withMends(others, [usualMends[kind]]) : others)
  }
  return (
    <Card id="new-image-mends" ref={section} className="scroll-mt-20 p-4 md:p-5">
      <h2 className="text-lg font-[620]">Mends of new images</h2>
      <p className="mt-1 text-ink-2 text-sm">
        Each image that comes in gets them, and you can change them on it. Images that are there stay as they
        are.
      </p>
      <ul className="mt-3 divide-y divide-line-soft border-line-soft border-y">
        {offered.map(({ kind, use }) => (
          <li key={kind} className="flex items-center gap-3 py-2.5 text-sm">
            <Switch
              label={mendWords[kind].name}
              checked={current.some((mend) => mend.kind === kind && mend.isOn)}
              isDisabled={save.isPending}
              onCheckedChange={(isOn) => change(kind, isOn)}
            />
            <span className="min-w-0">
              <span className="block font-[550]">{mendWords[kind].name}</span>
              <span className="block text-ink-2 text-xs">{use}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
