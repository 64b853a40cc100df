import { useMutation } from "@tanstack/react-query"
import { Check, ImagePlus } from "lucide-react"
import type { MatchChoice, Suggestion } from "../../../contract/artwork/suggestion.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { classNames } from "../../lib/class-names.ts"
import { plural } from "../../lib/format.ts"
import { formatSize } from "../../lib/length.ts"
import { toastUndo } from "../../lib/toast.tsx"
import { BuyerAnswers } from "../matching/buyer-answers.tsx"
import { acceptMatches } from "../matching/match-calls.ts"
import { CutText, Mockup } from "../matching/order-item-parts.tsx"
import { SizeSelect } from "../matching/size-select.tsx"
import { certaintyWords, suggestedChoice, suggestedSizeWords } from "../matching/suggested-choice.ts"
import { FileOffer } from "../readings/file-offer.tsx"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"

type InboxRowProps = {
  /** Items that one choice settles. */
  group: readonly OrderItem[]
  suggestion: Suggestion | undefined
  /** True to keep the room of the button in a row without a suggestion, so that rows line up. */
  isAcceptShown: boolean
  onImage: () => void
}

/** Shows the missing parts of an item, with the best suggestion for them. */
export function InboxRow({ group, suggestion, isAcceptShown, onImage }: InboxRowProps) {
  const [item] = group
  const choose = useMutation({
    mutationFn: (choice: MatchChoice) => acceptMatches([choice]),
    onSuccess: ({ undo }) =>
      toastUndo(item.sku === "" ? "Your choice is remembered" : `Remembered for ${item.sku}`, undo),
  })
  const choice = suggestedChoice(item, suggestion)
  const size = item.match.sizeId === null ? suggestion?.size : null
  const accepted = [choice?.imageId && suggestion?.images[0].image.name, size && suggestedSizeWords(size)]
  return (
    <li data-inbox-row={item._id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 text-sm">
      <Mockup url={item.mockupUrl} className="size-11" />
      <div className="min-w-0 flex-1 basis-48">
        <CutText text={item.title} className="block truncate font-[550]" />
        <div className="truncate text-xs text-ink-3" title={factsOf(group)}>
          {factsOf(group)}
        </div>
        {/* If there are several items, each buyer answered differently. */}
        {group.length === 1 && (
          <>
            <BuyerAnswers item={item} />
            <FileOffer item={item} />
          </>
        )}
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-2 coarse:w-full">
        <ImageButton item={item} suggestion={suggestion} onImage={onImage} isNext={choice === null} />
        {item.match.sizeId === null ? (
          <SizeSelect
            item={item}
            suggested={size}
            onChoose={(chosen) => choose.mutate({ ...chosen, orderItemId: item._id })}
            isDisabled={choose.isPending}
            className="w-48 min-w-0 coarse:flex-1"
          />
        ) : (
          <span className="wrap-anywhere w-48 min-w-0 px-3 text-ink-2 coarse:flex-1">{sizesOf(group)}</span>
        )}
        <Button
          icon={<Check />}
          data-next={choice === null ? undefined : true}
          disabled={choice === null}
          isLoading={choose.isPending}
          onClick={() => choice && choose.mutate(choice)}
          aria-label={
            choice === null
              ? `Nothing to accept for ${item.title}`
              : `Accept ${accepted.filter(Boolean).join(" and ")} for ${item.title}`
          }
          className={classNames(
            "coarse:basis-full",
            choice === null && (isAcceptShown ? "invisible coarse:hidden" : "hidden"),
          )}
        >
          Accept
        </Button>
      </div>
    </li>
  )
}

type ImageButtonProps = {
  item: OrderItem
  suggestion: Suggestion | undefined
  onImage: () => void
  /** True if the row's focus begins here. */
  isNext: boolean
}

/** Shows the chosen or suggested image, or a button for one; all open the picker. */
function ImageButton({ item, suggestion, onImage, isNext }: ImageButtonProps) {
  const chosen = item.match.imageId
  const best = chosen === null ? suggestion?.images[0] : undefined
  const image = chosen ?? best?.image
  const next = isNext ? true : undefined
  if (!image) {
    return (
      <Button
        icon={<ImagePlus />}
        data-next={next}
        onClick={onImage}
        aria-label={`Choose image for ${item.title}`}
        className="w-56 border-line-strong border-dashed shadow-none coarse:basis-full"
      >
        Choose image
      </Button>
    )
  }
  return (
    <button
      type="button"
      data-next={next}
      onClick={onImage}
      title={image.name}
      aria-label={
        best
          ? `Choose another image for ${item.title} than ${image.name}, ${certaintyWords(best.certainty)} certain`
          : `Change the image of ${item.title}: ${image.name}`
      }
      className={classNames(
        "flex h-10 w-56 min-w-0 items-center gap-2 rounded-md pr-2 pl-0.5 text-left hover:bg-hover coarse:h-11 coarse:basis-full",
        best && "border border-line-strong border-dashed",
      )}
    >
      <ArtworkPicture path={image.previewFile?.path ?? null} className="size-9 flex-none rounded-xs p-0.5" />
      <span className="min-w-0 flex-1 truncate">{image.name}</span>
      {best && (
        <span className="flex-none text-xs text-ink-2 tabular-nums">{certaintyWords(best.certainty)}</span>
      )}
    </button>
  )
}

/** Returns the one size that they have, or how many. */
function sizesOf(group: readonly OrderItem[]): string {
  const labels = new Set(group.flatMap(({ match }) => (match.sizeId ? [formatSize(match.sizeId)] : [])))
  return labels.size === 1 ? [...labels][0] : plural(labels.size, "size")
}

/** `FFC-SWEAT-M, Adult, 3 orders` */
function factsOf(group: readonly OrderItem[]): string {
  const [item] = group
  const orders = new Set(group.map((one) => one.orderId)).size
  return [
    item.sku || "No SKU",
    item.match.sizeId === null ? item.size : "",
    item.variation,
    orders > 1 ? plural(orders, "order") : `order ${item.orderNumber}`,
  ]
    .filter(Boolean)
    .join(", ")
}
