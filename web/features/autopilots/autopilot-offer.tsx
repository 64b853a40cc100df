import { useMutation, useQuery } from "@tanstack/react-query"
import { Play, Sunrise, X } from "lucide-react"
import { useState } from "react"
import type { AutopilotOffer as Offer } from "../../../contract/autopilots/autopilot-offer.ts"
import { Button } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { FilmSheet } from "../../components/ui/film-sheet.tsx"
import { fileUrl, plural } from "../../lib/format.ts"
import { formatLength } from "../../lib/length.ts"
import { queryClient } from "../../lib/query-client.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import {
  addAutopilot,
  autopilotOfferOptions,
  closeAutopilotOffer,
  runAutopilot,
  saveAutopilot,
} from "../integrations/autopilot-calls.ts"
import { OfferFields } from "./offer-fields.tsx"
import { doneWords, everyWords, madeWords, offerTitle, undatedWords } from "./offer-words.ts"

/** The width of a usual roll; a picture has no measure of its own. */
const ROLL_IN = 22

/**
 * Offers an autopilot after the second batch by hand, filled in with what was done. Closed once, it
 * stays away.
 */
export function AutopilotOffer() {
  const { data: offer } = useQuery(autopilotOfferOptions())
  return offer ? <OfferCard offer={offer} /> : null
}

function OfferCard({ offer }: { offer: Offer }) {
  const { suggestion, stores, preview } = offer
  const [input, setInput] = useState({
    ...suggestion,
    moreIntegrationIds: [],
    isPaused: false,
    isTried: false,
  })
  const change = (part: Partial<typeof input>) => setInput((before) => ({ ...before, ...part }))
  /** The autopilot that Run now has added: paused until it is wanted every morning. */
  const [addedId, setAddedId] = useState<string | null>(offer.triedId)
  const [time = "07:00"] = input.times
  const end = () => queryClient.setQueryData(autopilotOfferOptions().queryKey, null)
  const accept = useMutation({
    mutationFn: () => saveAutopilot(addedId, input),
    onSuccess: (message) => {
      toastSuccess(message)
      end()
    },
  })
  const run = useMutation({
    mutationFn: async () => {
      const tried = { ...input, isPaused: true, isTried: true }
      const id = addedId ?? (await addAutopilot(tried))
      if (addedId !== null) await saveAutopilot(addedId, tried)
      setAddedId(id)
      return runAutopilot(id)
    },
    onSuccess: (message) => toastSuccess(message),
  })
  const close = useMutation({ mutationFn: closeAutopilotOffer, onSuccess: end })
  const isBusy = accept.isPending || run.isPending || close.isPending
  // Another rule takes other orders, which are not counted before it runs.
  const isAsSuggested = input.undatedAfterDays === suggestion.undatedAfterDays
  return (
    <Card
      role="region"
      aria-labelledby="autopilot-offer"
      className="mt-4 flex overflow-hidden coarse:flex-col"
    >
      <Picture offer={offer} />
      <div className="min-w-0 flex-1 p-5 coarse:p-4">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <h2 id="autopilot-offer" className="text-xl font-[640]">
              {offerTitle(time)}
            </h2>
            <p className="mt-0.5 text-sm text-ink-2">
              {doneWords(offer, input.timeZone)} It can be there when you come in.
            </p>
          </div>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Do not offer this again"
            title="Do not offer this again"
            className="-mt-1 -mr-2"
            disabled={isBusy}
            onClick={() => close.mutate()}
          >
            <X />
          </Button>
        </div>
        <OfferFields input={input} undated={offer.undated} onChange={change} />
        <p className="mt-1.5 text-xs text-ink-2">{undatedWords(offer, input.undatedAfterDays)}</p>
        <div className="mt-5 flex flex-wrap items-center gap-2 border-t border-line-soft pt-4">
          <p className="min-w-0 flex-1 basis-60 text-sm text-ink-2">
            {stores > 1 && `For all ${stores} stores. `}One mail after each run: the sheet, its cost and what
            waits for you.
          </p>
          <span className="flex flex-wrap gap-2 coarse:w-full coarse:flex-col">
            <Button
              icon={<Play />}
              isLoading={run.isPending}
              disabled={isBusy || run.isSuccess}
              onClick={() => run.mutate()}
            >
              Run now{" "}
              {isAsSuggested && (
                <span className="font-[450] text-ink-3">
                  {plural(preview.orders, "order")}
                  {input.action === "process" && `, ${plural(preview.copies, "credit")}`}
                </span>
              )}
            </Button>
            <Button
              variant="primary"
              icon={<Sunrise />}
              isLoading={accept.isPending}
              disabled={isBusy}
              onClick={() => accept.mutate()}
            >
              Yes, {everyWords(time)}
            </Button>
          </span>
        </div>
      </div>
    </Card>
  )
}

/** Shows the film of the newest batch on the mat, with who made it and when; nothing before it is printed. */
function Picture({ offer: { picture, lengthIn, batches, suggestion } }: { offer: Offer }) {
  const [newest] = batches
  if (picture === null || lengthIn === null || newest === undefined) return null
  const shownIn = (ROLL_IN * picture.heightPx) / picture.widthPx
  const film = { src: fileUrl(picture.path), x: 0, y: 0, width: ROLL_IN, height: shownIn }
  return (
    <div className="mat relative flex w-64 flex-none flex-col overflow-hidden coarse:h-48 coarse:w-full lg:w-72">
      <FilmSheet
        pieces={[film]}
        lengthIn={shownIn}
        inch="calc(11rem / 22)"
        roll="1.25rem"
        className="mx-auto mt-5"
      />
      <p className="absolute inset-x-0 bottom-0 bg-linear-to-t from-stage from-60% to-transparent px-5 pt-8 pb-4 text-sm text-stage-ink coarse:hidden">
        <b className="font-[640]">{newest.name}</b>, {formatLength(lengthIn)}
        <span className="block">made by you {madeWords(Date.parse(newest.madeAt), suggestion.timeZone)}</span>
      </p>
    </div>
  )
}
