import { useQuery } from "@tanstack/react-query"
import { ChevronLeft, ChevronRight, Trash2 } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import { type Image, imageUpdateSchema } from "../../../contract/artwork/image.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Drawer } from "../../components/ui/drawer.tsx"
import { Form } from "../../components/ui/form.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { Stars } from "../../components/ui/stars.tsx"
import { NameField } from "../../components/ui/text-field.tsx"
import { failureWords } from "../../lib/api.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import type { Garment } from "../sheet-preview/garment.ts"
import { GarmentPicker } from "../sheet-preview/garment-picker.tsx"
import { useIsPale } from "../sheet-preview/use-is-pale.ts"
import { CategoryPicker } from "./category-picker.tsx"
import { imageOptions, updateImage } from "./image-calls.ts"
import { ImageFacts } from "./image-facts.tsx"
import { ImageInkSection } from "./image-ink-section.tsx"
import { isFailed } from "./image-state.ts"
import { ImageTextSection } from "./image-text-section.tsx"
import { ResolutionBySize } from "./resolution-by-size.tsx"

/** Shows one image: its look, its name, how sharp it prints and its file. */
export function ImageDrawer({ images }: { images: readonly Image[] }) {
  const setParams = useSetSearchParams()
  const [isChanged, setIsChanged] = useState(false)
  const editImage = useModalParam("editImage")
  const deleteImage = useModalParam("deleteImage")
  const index = images.findIndex(({ _id }) => _id === editImage.value)
  // The list's image is shown until its own data is loaded.
  const query = useQuery({ ...imageOptions(editImage.value), placeholderData: images[index] })
  /** Goes to the neighbour in the grid; null at its end. */
  const neighbour = (step: number) => {
    const next = index < 0 ? undefined : images[index + step]
    return next && !isFailed(next) ? () => setParams({ editImage: next._id }) : null
  }
  const image = query.data
  return (
    <Drawer
      onClose={editImage.close}
      title={image?.name ?? "Image"}
      isChanged={isChanged}
      footer={
        image && (
          <>
            <Button
              variant="danger-ghost"
              icon={<Trash2 />}
              onClick={() => deleteImage.open(editImage.value)}
            >
              Delete
            </Button>
            <Button variant="primary" type="submit" form={formId(image)}>
              Save
            </Button>
          </>
        )
      }
    >
      {query.isError && !image && <Notice tone="bad">{failureWords(query.error)}</Notice>}
      {!image && !query.isError && <DrawerSkeleton />}
      {image && (
        <>
          <Artwork image={image} onPrevious={neighbour(-1)} onNext={neighbour(1)} />
          <ImageForm key={image._id} image={image} onChanged={setIsChanged} />
          {image.status === "Ready" && <ImageInkSection image={image} />}
          {image.status === "Ready" && <ImageTextSection image={image} />}
          {image.status === "Ready" && <ResolutionBySize image={image} />}
          <ImageFacts image={image} />
        </>
      )}
    </Drawer>
  )
}

type ArtworkProps = { image: Image; onPrevious: (() => void) | null; onNext: (() => void) | null }

function Artwork({ image, onPrevious, onNext }: ArtworkProps) {
  const path = image.previewFile?.path ?? null
  const isPale = useIsPale(path)
  const [picked, setPicked] = useState<Garment | null>(null)
  const garment = picked ?? (isPale ? "black" : "film")
  return (
    <section aria-label="Artwork">
      <div className="relative">
        <ArtworkPicture
          path={path}
          alt={image.name}
          garment={garment}
          className="h-60 w-full rounded-md p-5 [background-size:16px_16px]"
        />
        <span className="absolute inset-y-0 left-1 grid place-items-center">
          <NeighbourButton label="Previous image" onClick={onPrevious}>
            <ChevronLeft className="size-4.5" />
          </NeighbourButton>
        </span>
        <span className="absolute inset-y-0 right-1 grid place-items-center">
          <NeighbourButton label="Next image" onClick={onNext}>
            <ChevronRight className="size-4.5" />
          </NeighbourButton>
        </span>
      </div>
      <div className="mt-3 flex items-center justify-between gap-2 coarse:flex-wrap">
        <span className="text-sm text-ink-2 coarse:w-full">Seen on</span>
        <GarmentPicker value={garment} onChange={setPicked} />
      </div>
    </section>
  )
}

type NeighbourButtonProps = { label: string; onClick: (() => void) | null; children: ReactNode }

function NeighbourButton({ label, onClick, children }: NeighbourButtonProps) {
  if (onClick === null) return null
  return (
    <Button size="icon-sm" aria-label={label} onClick={onClick} className="rounded-full">
      {children}
    </Button>
  )
}

type ImageFormProps = { image: Image; onChanged: (isChanged: boolean) => void }

function ImageForm({ image, onChanged }: ImageFormProps) {
  const form = useForm({
    schema: imageUpdateSchema,
    initial: { name: image.name, imageCategoryId: image.imageCategory?._id ?? null, score: image.score },
    send: async (change) => {
      await updateImage(image._id, change)
      toastSuccess(texts.imageUpdated)
    },
    failureIn: "toast",
  })
  const { isChanged } = form
  useEffect(() => {
    onChanged(isChanged)
    return () => onChanged(false)
  }, [isChanged, onChanged])
  const [isCustom, setIsCustom] = useState(false)
  // While a category is being made, Enter belongs to its own field.
  const submit = () => isCustom || form.submit()
  return (
    <Form id={formId(image)} form={{ ...form, submit }} className="mt-4 grid gap-4">
      <NameField {...form.text("name")} />
      <CategoryPicker
        value={form.values.imageCategoryId ?? ""}
        onChange={(id) => form.set("imageCategoryId", id === "" ? null : (id as Image["_id"]))}
        onCustomChange={setIsCustom}
      />
      <div>
        <span className="mb-1 block text-sm font-[550]">Score</span>
        <Stars
          value={form.values.score}
          onChange={(score) => form.set("score", score)}
          label="Score"
          size="md"
        />
      </div>
    </Form>
  )
}

function DrawerSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-4">
      <Skeleton className="h-60 rounded-md" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-32" />
    </div>
  )
}

function formId(image: Image): string {
  return `image-${image._id}`
}
