import nzh from 'nzh';
import type { Align, Block, Item, Paper, SealBox, SigningParty } from '~/shared/paper';
import { breakLines } from './breakLines';
import { baseline, type Flow, LEAD, type Mark, measure, need, newFlow, PAGE, put, ROOM, SIDE, SIZE, setLine, turn, type Widths, write } from './flow';
import { setTable } from './table';

export interface Laid {
  pages: Mark[][];
  boxes: SealBox[];
}

const SMALL = 8.5;
/** Side of the square a seal stands in: 42 mm at 100 %, as company seals are. */
const SEAL = 119;

/** Sets a paper on pages: where every line, rule and seal stands. */
export function layOut(paper: Paper, widths: Widths): Laid {
  const flow = newFlow(widths);
  write(flow, paper.title, { size: 18, bold: true, align: 'center' });
  if (paper.number) write(flow, paper.number, { size: 9.5, align: 'right', grey: true });
  flow.y -= 10;
  for (const block of paper.blocks) setBlock(flow, block);
  for (const [index, page] of flow.pages.entries()) page.push(...edgeOf(paper, index, flow.pages.length, widths));
  return { pages: flow.pages, boxes: flow.boxes };
}

/** How each kind of block is set. */
const setters: { [Kind in Block['kind']]: (flow: Flow, block: Extract<Block, { kind: Kind }>) => void } = {
  heading: (flow, { text }) => {
    need(flow, SIZE * LEAD * 3);
    flow.y -= 6;
    write(flow, text, { size: 12, bold: true });
  },
  text: setProse,
  clause: setClause,
  table: (flow, { columns, rows, foot }) => {
    flow.y -= 4;
    setTable(flow, columns, rows, foot);
  },
  facts: (flow, { facts }) => setTable(flow, FACTS, facts),
  signing: (flow, { parties }) => setParties(flow, parties),
  gap: (flow, { height }) => {
    flow.y -= height;
    need(flow, 0);
  },
  newPage: turn,
};
const FACTS = [
  { title: '', share: 3 },
  { title: '', share: 7 },
];

const setBlock = (flow: Flow, block: Block): void => (setters[block.kind] as (flow: Flow, block: Block) => void)(flow, block);

function setProse(flow: Flow, { text, indent = true, align = 'left', bold = false, small = false }: Extract<Block, { kind: 'text' }>): void {
  write(flow, text, { size: small ? 9 : SIZE, indent: indent && align === 'left' ? SIZE * 2 : 0, align, bold, grey: small });
}

function setClause(flow: Flow, { title, text, items = [] }: Extract<Block, { kind: 'clause' }>): void {
  flow.clauses += 1;
  need(flow, SIZE * LEAD * 2 + 4);
  flow.y -= 4;
  write(flow, `第${nzh.cn.encodeS(flow.clauses)}条  ${title}`, { bold: true });
  if (text) write(flow, text, { indent: SIZE * 2 });
  for (const [index, item] of items.entries()) setItem(flow, item, `${flow.clauses}.${index + 1}`);
}

function setItem(flow: Flow, { text, items = [] }: Item, number: string): void {
  write(flow, `${number}  ${text}`, { indent: SIZE * 2 });
  for (const [index, sub] of items.entries()) write(flow, `（${index + 1}）${sub}`, { left: SIZE * 2, indent: SIZE });
}

function setParties(flow: Flow, parties: readonly SigningParty[]): void {
  const half = ROOM / 2;
  for (let at = 0; at < parties.length; at += 2) {
    const pair = parties.slice(at, at + 2);
    const cells = pair.map(({ role, name, lines }) =>
      [role, name, ...lines].flatMap((words, index) => breakLines(words, half - 16, measure(flow, SIZE)).map((line) => ({ line, bold: index === 0 }))),
    );
    const words = Math.max(...cells.map((lines) => lines.length)) * SIZE * LEAD;
    need(flow, words + SEAL + 16);
    flow.y -= 8;
    for (const [column, lines] of cells.entries()) {
      const x = SIDE + column * half;
      for (const [index, { line, bold }] of lines.entries())
        put(flow, setLine(line, { x, y: baseline(flow.y - index * SIZE * LEAD, SIZE), room: half, size: SIZE, bold }));
      const field = pair[column]?.field;
      if (field) flow.boxes.push({ field, page: flow.pages.length - 1, x: x + 50, y: flow.y - words - SEAL, width: SEAL, height: SEAL });
    }
    flow.y -= words + SEAL + 8;
  }
}

/** Head, foot and page number: known once all pages are. */
function edgeOf(paper: Paper, index: number, count: number, widths: Widths): Mark[] {
  const marks: Mark[] = [];
  const small = (text: string, y: number, align: Align): void =>
    void marks.push(setLine({ text, width: widths(text, SMALL) }, { x: SIDE, y, room: ROOM, size: SMALL, align, grey: true }));
  if (paper.head) {
    small(paper.head, PAGE.height - 46, 'left');
    marks.push({ kind: 'rule', x: SIDE, y: PAGE.height - 52, toX: SIDE + ROOM, toY: PAGE.height - 52, grey: true });
  }
  if (paper.foot) small(paper.foot, 40, 'left');
  small(`第 ${index + 1} 页  共 ${count} 页`, 40, paper.foot ? 'right' : 'center');
  return marks;
}
