import { X } from "lucide-react"
import type { ConnectCause, Integration } from "../../../contract/integrations/integration.ts"
import { connectableTypes } from "../../../contract/status.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"

/** Says why a shop that was allowed at its marketplace is not connected, until it is dismissed. */
export function RefusedShop({ integrations }: { integrations: readonly Integration[] | undefined }) {
  const isTaken = useSearchParam("refused") === "shop"
  const takenBy = useSearchParam("takenBy")
  const given = useSearchParam("cause")
  const setParams = useSetSearchParams()
  const words = causeWords.get(given ?? "") ?? (isTaken && integrations && takenWords(integrations, takenBy))
  if (!words) return null
  return (
    <Notice
      tone="bad"
      className="mt-4"
      action={
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Dismiss"
          className="-my-1.5 -mr-1.5"
          onClick={() => setParams({ refused: null, takenBy: null, cause: null })}
        >
          <X />
        </Button>
      }
    >
      {words}
    </Notice>
  )
}

const causes: [ConnectCause, string][] = [
  ["shop_limit", texts.etsyShopLimit],
  ...connectableTypes.flatMap((type): [ConnectCause, string][] => [
    [`${type}_refused`, texts.etsyAppRefused.replace("Etsy", type)],
    [`${type}_silent`, unansweredWords(type)],
  ]),
]
const causeWords = new Map<string, string>(causes)

function unansweredWords(vendor: string): string {
  return `${vendor} did not answer, so the store is not connected. Connect it again in a minute.`
}

function takenWords(integrations: readonly Integration[], takenBy: string): string {
  const own = integrations.find(({ _id }) => _id === takenBy)
  if (!own)
    return "This store is connected to another Sheetsmith account, and that connection works. Delete its integration there, or remove Sheetsmith from the store's apps at the marketplace; then connect it here again."
  return own.session
    ? `This store is connected already, as ${own.name}. Delete that integration first, or connect another store.`
    : `This store was connected before, as ${own.name}. Connect that integration again, or delete it first.`
}
