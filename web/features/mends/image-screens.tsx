import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent, useParams } from "@tanstack/react-router"
import { type ReactNode, Suspense } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { loadFailure, PageFailure } from "../../components/ui/failure-notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { imageOptions } from "../images/image-calls.ts"

// The parts with all that no other page shows: loaded together with the image.
const loadInk = () => import("../images/open-ink.tsx")
const OpenInk = lazyRouteComponent(loadInk, "OpenInk")
const loadEditor = () => import("./mend-editor.tsx")
const MendEditor = lazyRouteComponent(loadEditor, "MendEditor")

/** Shows what the press will make of one image's ink, and where. */
export function InkScreen() {
  const { imageId } = useParams({ from: "/protected/images/$imageId/ink" })
  const soon = "Its ink is there in a moment, as soon as it has been processed."
  return (
    <ImagePage imageId={imageId} name="Ink" soon={soon}>
      {(image) => <OpenInk key={imageId} image={image} />}
    </ImagePage>
  )
}

InkScreen.fetchAhead = aheadWith(loadInk)

/** Edits the mends of one image. */
export function MendScreen() {
  const { imageId } = useParams({ from: "/protected/images/$imageId/mend" })
  const soon = "It can be mended in a moment, as soon as it has been processed."
  return (
    <ImagePage imageId={imageId} name="Mends" soon={soon}>
      {(image) => <MendEditor key={imageId} image={image} />}
    </ImagePage>
  )
}

MendScreen.fetchAhead = aheadWith(loadEditor)

/** Returns what fetches a page's image and its part ahead. */
function aheadWith(load: () => Promise<unknown>) {
  return ({ params }: Address) => {
    fetchAhead(imageOptions(params.imageId))
    // The screen asks again for what does not arrive.
    load().catch(() => undefined)
  }
}

type ImagePageProps = {
  imageId: string
  /** The page's name, as in `Ink of moth.png`. */
  name: string
  /** The sentence for an image that is still being processed. */
  soon: string
  children: (image: Image) => ReactNode
}

/** Shows a page about one image once it is ready, else why it cannot. */
function ImagePage({ imageId, name, soon, children }: ImagePageProps) {
  const image = useQuery(imageOptions(imageId))
  const imageName = image.data?.name ?? "Image"
  usePageMeta({
    title: `${name} of ${imageName}`,
    crumbs: [
      { label: "Images", href: "/images" },
      { label: imageName, href: `/images?editImage=${imageId}` },
      { label: name },
    ],
  })
  const failure = loadFailure(image)
  const skeleton = <Skeleton className="h-130 rounded-xl" />
  if (failure) return <PageFailure title="This image does not exist" {...failure} />
  if (!image.data) return skeleton
  const { status, failureReason } = image.data
  if (status !== "Ready")
    return (
      <EmptyState
        headingLevel="h1"
        title="This image is not ready"
        description={failureReason ?? soon}
        action={
          <Link to="/images" className={buttonVariants()}>
            Back to images
          </Link>
        }
      />
    )
  return <Suspense fallback={skeleton}>{children(image.data)}</Suspense>
}
