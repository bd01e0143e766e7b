/** A document on A4 as a tree: what contracts, letters, statements and reports are written in before they become a PDF. Texts are final: nothing is filled in later. */
export interface Paper {
  title: string;
  /** One line below the title, like 合同编号：HT20260101000001. */
  number?: string | undefined;
  /** Small, at the top of every page. */
  head?: string | undefined;
  /** Small, at the bottom of every page, beside 第 1 页 共 3 页. */
  foot?: string | undefined;
  blocks: readonly Block[];
}

export type Block =
  | { kind: 'heading'; text: string }
  /** `indent`: first line by two characters, as Chinese prose is set; the default. */
  | { kind: 'text'; text: string; indent?: boolean; align?: Align; bold?: boolean; small?: boolean }
  /** Numbered through the document: 第一条, and its items 1.1, （1）. */
  | { kind: 'clause'; title: string; text?: string | undefined; items?: readonly Item[] }
  | { kind: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[]; foot?: readonly string[] }
  /** Names and values in a ruled grid of two columns. */
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  /** Kept together on one page; two stand side by side. */
  | { kind: 'signing'; parties: readonly SigningParty[] }
  | { kind: 'gap'; height: number }
  | { kind: 'newPage' };

export type Align = 'left' | 'center' | 'right';
export interface Item {
  text: string;
  items?: readonly string[];
}
export interface Column {
  title: string;
  /** Share of the width; 1 unless told. */
  share?: number;
  /** Figures stand right. */
  align?: Align;
}
export interface SigningParty {
  /** 甲方（供方） */
  role: string;
  name: string;
  /** 法定代表人：…, 签署日期： */
  lines: readonly string[];
  /** Name of the signature field that its seal will stand in; none leaves room for a stamp on paper. */
  field?: string | undefined;
}

/** Where a seal stands: points from the lower left corner of a page, the first page is 0. */
export interface SealBox {
  field: string;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}
