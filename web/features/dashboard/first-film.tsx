import { useMutation, useQuery } from "@tanstack/react-query"
import { lazyRouteComponent, useNavigate } from "@tanstack/react-router"
import { Check, Plus, ScrollText } from "lucide-react"
import { type ReactNode, Suspense, useState } from "react"
import { artworkKindWords } from "../../../contract/artwork/artwork-kind.ts"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { cardClasses } from "../../components/ui/card.tsx"
import { Dropzone } from "../../components/ui/dropzone.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"
import { fileUrl, formatCount, plural } from "../../lib/format.ts"
import { formatLength } from "../../lib/length.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { acceptedTypes, judgeFiles } from "../images/chosen-files.ts"
import { DropVeil, usePageFiles } from "../images/file-drop.tsx"
import { imageSearchSchema, imagesOptions } from "../images/image-calls.ts"
import { isFailed } from "../images/image-state.ts"
import { comingWords } from "../images/upload-words.ts"
import { uploadQueue, useUploadProgress, useUploads } from "../images/use-uploads.ts"
import { LengthUnitPicker } from "../sizes/length-unit.tsx"
import { makeSizes } from "../sizes/size-calls.ts"
import { DiscountBanner } from "./discount-banner.tsx"
import { useWidths, WidthChip } from "./first-widths.tsx"
import { WidthsOnFilm } from "./widths-on-film.tsx"

const SizeModal = lazyRouteComponent(() => import("../sizes/size-modal.tsx"), "SizeModal")

/** The pictures that go onto the first film: as many as a library shows at once. */
const newestImages = imagesOptions(imageSearchSchema.parse({ limit: 60 }))

/** Leads a new account from its artwork over its widths to the first film, and shows nothing else. */
export function FirstFilm() {
  const { user } = useAuth()
  const listed = useQuery(newestImages).data
  const images = (listed?.data ?? []).filter((image) => !isFailed(image))
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const widths = useWidths(images.length)
  const another = useModalParam("addSize")
  const navigate = useNavigate()
  const take = async (files: readonly File[]) => {
    const judged = await judgeFiles(files)
    uploadQueue.add(judged.good, { imageCategoryId: null, score: 0 })
    setRefusals(judged.refusals)
  }
  const isOver = usePageFiles((files) => void take(files))
  const see = useMutation({
    mutationFn: async () => {
      const sizes = [...widths.ownTicked, ...(await makeSizes(widths.toMake))]
      await navigate({
        to: "/prints/manual-create",
        search: { addPrint: "true", addImages: joined(images), addSizes: joined(sizes), draft: "open" },
      })
    },
  })
  const hasImages = images.length > 0
  const copies = images.length * widths.shown.length
  const uploads = useUploadProgress()
  // A file that is sent is on its way until the library has it.
  const coming = useUploads().filter(({ state }) => state !== "failed" && state !== "refused").length
  const isWaiting = coming > 0
  const roll = `on a roll ${formatLength(defaultSheetTemplate.widthIn)} wide`
  return (
    <div className="lg:-mt-5 lg:-mr-8 lg:-mb-10 lg:flex">
      {isOver && <DropVeil />}
      <div className="min-w-0 flex-1 lg:pt-5 lg:pr-8 lg:pb-10">
        <h1 className="text-xl font-[640] wrap-anywhere">
          {user.firstName === "" ? "Welcome" : `Welcome, ${user.firstName}`}
        </h1>
        <p className="mt-0.5 text-sm text-ink-2">
          Three steps to your first film. Looking costs nothing, a print 1 credit a copy.
        </p>
        <ol className={classNames(cardClasses, "mt-4 space-y-5 p-5 coarse:p-4")}>
          <Step
            number={1}
            isDone={hasImages}
            title="Drop your artwork"
            note={
              hasImages
                ? `${plural(images.length, "picture")} in your library. More can be added.`
                : `${artworkKindWords}, many at once.`
            }
          >
            <div className="mt-3">
              <Dropzone
                idle="Drop files here, or choose them"
                over={texts.dropzoneOver}
                note="A background that is see-through prints best"
                accept={acceptedTypes}
                label="Artwork"
                isMultiple
                onFiles={(files) => void take(files)}
              />
            </div>
            {refusals.length > 0 && (
              <Notice tone="bad" className="mt-3">
                <ul>
                  {refusals.map((refusal) => (
                    <li key={refusal} className="wrap-anywhere">
                      {refusal}
                    </li>
                  ))}
                </ul>
              </Notice>
            )}
          </Step>
          <Step
            number={2}
            isDone={widths.hasOwn}
            title="Choose your usual widths"
            note="The height follows the artwork. More can be added at any time."
          >
            <div className="mt-3">
              <LengthUnitPicker />
            </div>
            <div className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2 coarse:grid-cols-1">
              {widths.choices.map(({ mark, name, widthIn, isOn }) => (
                <WidthChip key={mark} {...{ name, widthIn, isOn }} onToggle={() => widths.toggle(mark)} />
              ))}
            </div>
            <Button
              variant="ghost"
              size="sm"
              icon={<Plus />}
              className="mt-2 -ml-2.5"
              onClick={() => another.open("true", { widths: widths.written })}
            >
              Another width
            </Button>
          </Step>
          <Step
            number={3}
            isDone={false}
            title="See the sheet"
            note={
              copies > 0
                ? `${pictureWords(images.length, listed?.pagination.totalDocuments)} once in each width: ${plural(copies, "copy", "copies")}, packed while you look, ${roll}. All of it can still change.`
                : `Packed while you look, ${roll}. Copies and places can still change.`
            }
          >
            {copies > user.credit.availableCredits && (
              <p className="mt-1 text-sm text-warn-ink">
                You have {plural(user.credit.availableCredits, "credit")}: take fewer widths, or copies off
                the film before you print.
              </p>
            )}
            <Button
              variant={hasImages ? "primary" : "secondary"}
              size="lg"
              icon={<ScrollText />}
              className="mt-3"
              disabled={!hasImages || isWaiting || widths.shown.length === 0}
              isLoading={see.isPending}
              onClick={() => see.mutate()}
            >
              See the sheet
            </Button>
            <p role="status" className="mt-1.5 text-sm text-ink-2 empty:hidden">
              {comingWords(uploads, coming)}
            </p>
          </Step>
        </ol>
        <DiscountBanner isQuiet />
      </div>
      <WidthsOnFilm
        widths={widths.shown}
        pictures={images.flatMap(({ previewFile }) => (previewFile ? [fileUrl(previewFile.path)] : []))}
      />
      {another.isOpen && (
        <Suspense>
          <SizeModal size={null} onClose={another.close} />
        </Suspense>
      )}
    </div>
  )
}

/** Returns which pictures go onto the film: the newest, where the library has more. */
function pictureWords(count: number, total = count): string {
  return total > count ? `Your newest ${formatCount(count)} pictures` : "Each picture"
}

function joined(rows: readonly { _id: string }[]): string {
  return rows.map(({ _id }) => _id).join(",")
}

type StepProps = { number: number; isDone: boolean; title: string; note: string; children: ReactNode }

function Step({ number, isDone, title, note, children }: StepProps) {
  return (
    <li className="flex gap-4 border-line-soft not-first:border-t not-first:pt-5 coarse:gap-3">
      <span
        className={classNames(
          "grid size-7 flex-none place-items-center rounded-full text-sm font-[640]",
          isDone || number === 1
            ? "bg-accent text-on-accent"
            : "border-[1.5px] border-line-strong text-ink-2",
        )}
      >
        {isDone ? <Check className="size-4" aria-label="Done" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="pt-0.5 text-lg font-[620]">{title}</h2>
        <p className="mt-0.5 text-sm text-ink-2">{note}</p>
        {children}
      </div>
    </li>
  )
}
