import { type RefObject, useEffect, useState } from 'react';
import { draw } from './draw';
import type { Colours } from './drawing';
import type { ChartSpec } from './spec';

const COLOURS = ['brand', 'info', 'ok', 'warn', 'danger', 'ink-3', 'line'] as const;

/** Draws into a box once it comes into view, and again when its size or the theme changes. `places`: where values stand, once drawn. */
export function useDrawing(box: RefObject<HTMLDivElement | null>, spec: ChartSpec) {
  const [places, setPlaces] = useState<readonly number[]>([]);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const place = box.current;
    if (!place) return;
    let [gone, newest] = [false, 0];
    const paint = async () => {
      const { offsetWidth: width, offsetHeight: height } = place;
      if (width === 0) return;
      newest += 1;
      const mine = newest;
      try {
        const drawing = await draw({ spec, colours: coloursOf(place), width, height });
        if (gone || mine !== newest) return;
        place.innerHTML = drawing.svg;
        setPlaces(drawing.places);
      } catch {
        if (!gone) setFailed(true);
      }
    };
    const stop = whenSeen(place, () => watch(place, paint));
    return () => {
      gone = true;
      stop();
    };
  }, [box, spec]);
  return { places, failed };
}

/** Calls `then` once the box comes near the view; answers how to end that and what it began. */
function whenSeen(box: HTMLElement, then: () => () => void): () => void {
  let end = () => {};
  const seen = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      seen.disconnect();
      end = then();
    },
    { rootMargin: '120px' },
  );
  seen.observe(box);
  return () => {
    seen.disconnect();
    end();
  };
}

/** Calls `paint` now, and whenever the box has another size or the page another theme. */
function watch(box: HTMLElement, paint: () => void): () => void {
  const theme = new MutationObserver(paint);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', paint);
  const size = new ResizeObserver(paint);
  size.observe(box);
  return () => {
    theme.disconnect();
    size.disconnect();
    system.removeEventListener('change', paint);
  };
}

function coloursOf(box: HTMLElement): Colours {
  const style = getComputedStyle(box);
  return Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Colours;
}
