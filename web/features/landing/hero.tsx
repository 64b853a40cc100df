import { Link } from "@tanstack/react-router"
import { ArrowRight } from "lucide-react"
import { TRIAL_CREDITS } from "../../../contract/limit.ts"
import { HeroFilm } from "./hero-film.tsx"

export function Hero() {
  return (
    <section className="mat relative overflow-hidden scheme-light [--sq:40px]">
      <div className="pointer-events-none absolute inset-0 bg-[radial-gradient(90%_80%_at_75%_20%,oklch(1_0_0/.1),transparent_60%),linear-gradient(transparent_60%,oklch(0.2_0.04_205/.45))]" />
      <div className="relative mx-auto flex max-w-[76rem] flex-col px-5 md:h-[860px] md:flex-row md:px-8">
        <div className="pt-28 md:w-[34rem] md:flex-none md:pt-50">
          <h1 className="text-[2.75rem] leading-[1.04] font-[680] tracking-[-0.035em] text-balance md:text-[4.25rem]">
            Welcome to Sheetsmith
          </h1>
          <p className="mt-5 max-w-[30rem] text-xl font-[550] text-balance md:text-2xl">
            Turns the day's orders into one film, packed tight and ready to print.
          </p>
          <p className="mt-4 max-w-[30rem] text-lg text-pretty text-stage-ink-2 md:text-[1.1875rem] md:leading-8">
            Connect your Amazon and Etsy stores. Sheetsmith reads the SKU and size of every order, finds your
            artwork and packs it onto print-ready film.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link
              to="/auth/signup"
              className="inline-flex h-12 items-center gap-2 rounded-md bg-white px-5 text-base font-[600] text-paper-950 shadow-float hover:bg-mat-50"
            >
              Start free trial <ArrowRight className="size-4" aria-hidden="true" />
            </Link>
            <button
              type="button"
              onClick={showSolutions}
              className="inline-flex h-12 items-center rounded-md px-5 text-base font-[550] ring-1 ring-white/35 ring-inset hover:bg-white/10"
            >
              Learn more
            </button>
          </div>
          <p className="mt-4 text-sm text-stage-ink-2">
            {TRIAL_CREDITS} credits to start with, once per mailbox. One credit prints one copy.
          </p>
        </div>
        <HeroFilm />
      </div>
    </section>
  )
}

/** Scrolls smoothly unless the visitor asked for less motion; the focus moves along. */
function showSolutions() {
  const target = document.getElementById("solutions")
  const prefersLess = window.matchMedia("(prefers-reduced-motion: reduce)").matches
  target?.scrollIntoView({ behavior: prefersLess ? "auto" : "smooth" })
  target?.focus({ preventScroll: true })
}
