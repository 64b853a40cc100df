import { Check } from "lucide-react"
import { FilmSheet } from "../../components/ui/film-sheet.tsx"
import { LogoMark } from "../../components/ui/logo.tsx"
import { Progress } from "../../components/ui/progress.tsx"
import { Tag } from "../../components/ui/status-pill.tsx"
import { Feature } from "./feature.tsx"
import { artwork, boldFilm, boldFilmLengthIn, mixedFilm, mixedFilmLengthIn } from "./sample-film.ts"

/** Shows six features of the product, each with a small picture. */
export function FeatureGrid() {
  return (
    <section aria-labelledby="features-title" className="border-line-soft border-t bg-surface">
      <div className="mx-auto max-w-[76rem] px-5 py-16 md:px-8 md:py-24">
        <h2 id="features-title" className="text-3xl font-[660]">
          Transform Your Image
        </h2>
        <div className="mt-8 grid gap-5 md:mt-10 md:grid-cols-2 lg:grid-cols-3">
          <Feature
            title="Customizable Templates"
            words="Your roll width, gaps, edges, rotation, mirroring and labels, kept per printer."
            picture={<TemplatePicture />}
          />
          <Feature
            title="Intelligent Layout Adjustment"
            words="Trims empty margins, turns pieces and nests shapes, so less film goes in the bin."
            picture={<LayoutPicture />}
          />
          <Feature
            title="Batch Processing"
            words="Send many prints at once. A credit is taken only for a sheet that was checked."
            picture={<BatchPicture />}
          />
          <Feature
            title="Real-Time Preview"
            words="See the exact sheet, its length and its price before you spend anything."
            picture={<PreviewPicture />}
          />
          <Feature
            title="API Integration"
            words="Etsy orders come in with SKU, size and quantity, and find their artwork."
            picture={<IntegrationPicture />}
          />
          <Feature
            title="Automated Image Sorting"
            words="Categories, scores and names keep a thousand designs findable."
            picture={<SortingPicture />}
          />
        </div>
      </div>
    </section>
  )
}

function TemplatePicture() {
  const settings = [
    { label: "Width", value: "22 in" },
    { label: "Gap", value: "0.25 in" },
    { label: "Edge", value: "0.25 in" },
  ]
  return (
    <div className="absolute inset-x-8 top-7 rounded-lg bg-raised p-4 shadow-float">
      <div className="flex items-center justify-between text-sm">
        <b className="font-[600]">22 in roll</b>
        <Tag>Default</Tag>
      </div>
      <div className="mt-3 grid grid-cols-3 gap-2 text-xs">
        {settings.map(({ label, value }) => (
          <div key={label}>
            <div className="text-ink-3">{label}</div>
            <div className="mt-1 rounded-sm border border-line px-2 py-1.5 text-sm font-[550]">{value}</div>
          </div>
        ))}
      </div>
    </div>
  )
}

function LayoutPicture() {
  return (
    <div className="mat absolute inset-0 [--sq:22px]">
      <FilmSheet
        isLazy
        pieces={boldFilm}
        lengthIn={boldFilmLengthIn}
        inch="6.2px"
        className="absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-1/2 -rotate-90"
      />
    </div>
  )
}

function BatchPicture() {
  const prints = [
    { id: "7f1b90", share: 1, src: artwork.eastside07 },
    { id: "7efc04", share: 0.72, src: artwork.saltyWave },
    { id: "7f3a2c", share: 0.18, src: artwork.cosmicCat },
  ]
  return (
    <div className="absolute inset-x-8 top-3.5 flex flex-col gap-1.5">
      {prints.map(({ id, share, src }) => (
        <div key={id} className="flex items-center gap-3 rounded-md bg-raised p-1.5 pr-3 shadow-float">
          <span className="thumb h-8 w-8 flex-none px-0.5 pt-0.5">
            <img src={src} alt="" loading="lazy" />
          </span>
          <b className="text-sm font-[600]">{id}</b>
          <Progress
            value={share}
            label={`Example ${id}`}
            tone={share === 1 ? "good" : "accent"}
            className="flex-1"
          />
          {share === 1 ? (
            <Check className="size-4 text-good" />
          ) : (
            <span className="w-8 text-right text-xs text-ink-3">{Math.round(share * 100)}%</span>
          )}
        </div>
      ))}
    </div>
  )
}

function PreviewPicture() {
  return (
    <>
      <div className="mat absolute inset-0 flex justify-center overflow-hidden pt-4 [--sq:22px]">
        <FilmSheet isLazy pieces={mixedFilm} lengthIn={mixedFilmLengthIn} inch="11px" roll="20px" />
      </div>
      <div className="absolute right-4 bottom-4 flex gap-4 rounded-md bg-raised px-3 py-2 text-sm shadow-float">
        <span>
          <b className="font-[640]">36.15</b> <span className="text-ink-3">in</span>
        </span>
        <span>
          <b className="font-[640]">88.5</b> <span className="text-ink-3">%</span>
        </span>
      </div>
    </>
  )
}

function IntegrationPicture() {
  return (
    <div className="absolute inset-0 flex items-center justify-center">
      <span className="grid size-16 place-items-center rounded-xl bg-raised text-lg font-[650] shadow-float">
        Etsy
      </span>
      <span className="flex w-24 items-center">
        <span className="h-px flex-1 border-accent-line border-t-2 border-dashed" />
        <span className="grid size-7 place-items-center rounded-full bg-good-soft text-good-ink">
          <Check className="size-4" />
        </span>
        <span className="h-px flex-1 border-accent-line border-t-2 border-dashed" />
      </span>
      <LogoMark className="size-16" />
    </div>
  )
}

function SortingPicture() {
  const categories = [
    { name: "Retro", designs: [artwork.goodVibes, artwork.saltyWave] },
    { name: "Animals", designs: [artwork.cosmicCat, artwork.lunaMoth] },
    { name: "Florals", designs: [artwork.petalSmiley, artwork.wildAndFree] },
  ]
  return (
    <div className="absolute inset-x-7 top-6 grid grid-cols-3 gap-3">
      {categories.map(({ name, designs }) => (
        <div key={name} className="rounded-lg bg-raised p-2 shadow-float">
          <div className="mb-1.5 text-xs font-[550]">{name}</div>
          {designs.map((src) => (
            <span key={src} className="checker checker-sm mb-1.5 block h-15 rounded-xs p-1">
              <img src={src} alt="" loading="lazy" className="size-full object-contain" />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
