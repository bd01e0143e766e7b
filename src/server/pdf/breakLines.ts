/** Characters that begin no line, and that end none (the usual rule of Chinese typesetting). */
const NO_START = new Set('，。、；：？！）》】」』〉〕｝”’％‰℃…—·,.;:?!)]}%');
const NO_END = new Set('（《【「『〈〔｛“‘￥¥$([{');
const ONE_WORD = /[A-Za-z0-9@#&_+./:%-]+|[\s\S]/gu;

export interface Line {
  text: string;
  width: number;
}
export type Measure = (text: string) => number;

/** Cuts a text into lines that fit: words and numbers stay whole, punctuation stays with what it belongs to. `first` is the room of the first line. */
export function breakLines(text: string, room: number, measure: Measure, first = room): Line[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph, index) => breakParagraph(paragraph, room, measure, index === 0 ? first : room));
}

function breakParagraph(text: string, room: number, measure: Measure, first: number): Line[] {
  const lines: Line[] = [];
  let line = '';
  let width = 0;
  const roomHere = (): number => (lines.length === 0 ? first : room);
  const end = (): void => {
    const shown = line.trimEnd();
    lines.push({ text: shown, width: measure(shown) });
    line = '';
    width = 0;
  };
  for (const unit of unitsOf(text, room, measure)) {
    const wide = measure(unit);
    if (line && width + wide > roomHere() + 0.01) end();
    if (!line && lines.length > 0 && unit.trim() === '') continue;
    line += unit;
    width += wide;
  }
  if (line || lines.length === 0) end();
  return lines;
}

/** What may not be parted. One that is wider than a line is cut by characters. */
function unitsOf(text: string, room: number, measure: Measure): string[] {
  const units: string[] = [];
  for (const [word] of text.matchAll(ONE_WORD)) {
    const last = units.at(-1);
    const sticks = last !== undefined && (NO_START.has(word) || NO_END.has(last.at(-1) as string));
    if (sticks) units[units.length - 1] = last + word;
    else units.push(word);
  }
  return units.flatMap((unit) => (measure(unit) > room ? [...unit] : [unit]));
}
