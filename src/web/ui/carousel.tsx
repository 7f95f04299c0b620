import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { observeSize, observeVisibility, prefers } from "./browser-facilities.ts";
import { RoundButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useEnhanced } from "./use-enhanced.ts";

export type Carousel = {
  track: RefObject<HTMLUListElement | null>;
  count: number;
  index: number;
  go: (index: number) => void;
  /** Undefined when the carousel does not move by itself. */
  playing: boolean | undefined;
  togglePlaying: () => void;
  /** Handlers that stop the movement while the pointer or the focus is inside. */
  resting: {
    onPointerEnter: () => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: () => void;
  };
};

/**
 * A row that people swipe; without JavaScript it is only that. JavaScript adds arrows and dots that wrap around and,
 * with `everyMs`, moves the row by itself. It stops under a pointer or a focus, in a hidden tab and with
 * `prefers-reduced-motion`.
 */
export function useCarousel(count: number, { everyMs }: { everyMs?: number } = {}): Carousel {
  const track = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(0);
  /** The slide that the row is scrolling to. Slides on the way do not become the current one. */
  const target = useRef<number | null>(null);
  const shown = useRef(0);
  const [stopped, setStopped] = useState(false);
  const [resting, setResting] = useState(false);

  const go = useCallback(
    (slideIndex: number) => {
      const next = (slideIndex + count) % count;
      const slide = track.current?.children[next];
      if (!(slide instanceof HTMLElement) || !track.current) return;
      target.current = next;
      shown.current = next;
      setIndex(next);
      track.current.scrollTo({ left: slide.offsetLeft - track.current.offsetLeft, behavior: motion() });
    },
    [count],
  );

  useEffect(() => {
    const row = track.current;
    if (!row) return;
    const visibilityObserver = observeVisibility(
      (entries) => {
        // on paper all slides are in sight
        if (prefers("print")) return;
        for (const entry of entries) {
          if (!entry.isIntersecting) continue;
          const at = [...row.children].indexOf(entry.target);
          if (target.current !== null && at !== target.current) continue;
          target.current = null;
          shown.current = at;
          setIndex(at);
        }
      },
      { root: row, threshold: 0.6 },
    );
    for (const slide of [...row.children].slice(0, count)) visibilityObserver?.observe(slide);
    // after a resize the slides have other positions: scroll back to the current slide
    const sizeObserver = observeSize(() => {
      const slide = row.children[shown.current];
      if (slide instanceof HTMLElement)
        row.scrollTo({ left: slide.offsetLeft - row.offsetLeft, behavior: "instant" });
    });
    sizeObserver?.observe(row);
    // a swipe cancels the movement that runs
    const clearTarget = () => {
      target.current = null;
    };
    row.addEventListener("scrollend", clearTarget);
    row.addEventListener("pointerdown", clearTarget);
    return () => {
      visibilityObserver?.disconnect();
      sizeObserver?.disconnect();
      row.removeEventListener("scrollend", clearTarget);
      row.removeEventListener("pointerdown", clearTarget);
    };
  }, [count]);

  useEffect(() => {
    if (!everyMs || stopped || resting || count < 2 || motion() === "instant") return;
    const timer = setInterval(() => {
      if (!document.hidden) go(index + 1);
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, stopped, resting, count, index, go]);

  const rest = () => setResting(true);
  const move = () => setResting(false);
  return {
    track,
    count,
    index,
    go,
    playing: everyMs ? !stopped : undefined,
    togglePlaying: () => setStopped(!stopped),
    resting: { onPointerEnter: rest, onPointerLeave: move, onFocus: rest, onBlur: move },
  };
}

function motion(): "smooth" | "instant" {
  return prefers("(prefers-reduced-motion: reduce)") ? "instant" : "smooth";
}

type ArrowTexts = { previous: string; next: string; pause?: string; play?: string };

export function CarouselArrows({ carousel, texts }: { carousel: Carousel; texts: ArrowTexts }) {
  if (!useEnhanced() || carousel.count < 2) return null;
  return (
    <div className="controls">
      {carousel.playing === undefined ? null : (
        <RoundButton
          label={(carousel.playing ? texts.pause : texts.play) ?? ""}
          onClick={carousel.togglePlaying}
        >
          <Icon name={carousel.playing ? "pause" : "play"} />
        </RoundButton>
      )}
      <RoundButton label={texts.previous} onClick={() => carousel.go(carousel.index - 1)}>
        <Icon name="arrowLeft" />
      </RoundButton>
      <RoundButton label={texts.next} onClick={() => carousel.go(carousel.index + 1)}>
        <Icon name="arrowRight" />
      </RoundButton>
    </div>
  );
}

export function CarouselDots({
  carousel,
  legend,
  dot,
}: {
  carousel: Carousel;
  legend: string;
  dot: (number: number) => string;
}) {
  if (!useEnhanced() || carousel.count < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce form controls
    <div className="dots" role="group" aria-label={legend}>
      {Array.from({ length: carousel.count }, (_, i) => dot(i + 1)).map((label, i) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          aria-current={i === carousel.index ? "true" : undefined}
          onClick={() => carousel.go(i)}
        />
      ))}
    </div>
  );
}

export type SlidesProps = {
  carousel: Carousel;
  label: string;
  slideRole: string;
  slides: { key: string; name: string; body: ReactNode }[];
};

/** The row itself. With JavaScript, slides out of view cannot be focused, because arrows and dots bring them back. */
export function CarouselTrack({ carousel, label, slideRole, slides }: SlidesProps) {
  const enhanced = useEnhanced();
  return (
    <ul
      className="carousel"
      ref={carousel.track}
      aria-label={label}
      aria-live={carousel.playing ? "off" : "polite"}
      tabIndex={carousel.count > 1 ? 0 : undefined}
    >
      {slides.map((slide, i) => (
        <li
          key={slide.key}
          aria-roledescription={slideRole}
          aria-label={slide.name}
          inert={enhanced && i !== carousel.index}
        >
          {slide.body}
        </li>
      ))}
    </ul>
  );
}
