import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { centreKeys, centrePath, chapterPath } from '~/domains/help/help';
import { QuestionMatter } from '~/domains/help/help.schema';
import { screens } from '~/portal/screens';

/** What is wrong with a text an editor wrote, and where. */
export interface Problem {
  file: string;
  line: number;
  message: string;
}

interface Text {
  file: string;
  lines: string[];
  /** Lines before the body: the front matter and its fences. */
  head: number;
}

/**
 * Every problem of the texts below `content`: front matter, links, anchors, images. Astro checks the front matter again while it builds,
 * but knows neither the line nor whether a link leads somewhere.
 */
export function contentProblems(content = 'content', files = 'public'): Problem[] {
  const texts = markdownBelow(content).map((file) => textOf(content, file));
  const help = texts.filter(({ file }) => file.startsWith('help/'));
  const chapters = new Map(help.map((text) => [text.file, String(matterOf(text).values['chapter'] ?? '')]));
  const anchors = addresses(chapters);
  return [
    ...help.flatMap(matterProblems),
    ...repeated(help),
    ...texts.flatMap((text) => linkProblems(text, { texts: new Set(texts.map(({ file }) => file)), anchors, files })),
    ...texts.filter(({ file }) => file.startsWith('intro/')).flatMap((text) => introProblems(text, chapters, files)),
  ].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

export const shown = ({ file, line, message }: Problem, content = 'content'): string => `${content}/${file}:${line}: ${message}`;

function markdownBelow(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = posix.join(below, name);
    if (statSync(join(folder, path)).isDirectory()) return markdownBelow(folder, path);
    return name.endsWith('.md') && name !== 'README.md' ? [path] : [];
  });
}

function textOf(content: string, file: string): Text {
  const lines = readFileSync(join(content, file), 'utf8').split(/\r?\n/);
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
  return { file, lines, head: end < 0 ? 0 : end + 1 };
}

/** Scalars and `[a, b]` lists, which is all a question's front matter has. */
function matterOf({ lines, head }: Text): { values: Record<string, unknown>; at: Record<string, number> } {
  const values: Record<string, unknown> = {};
  const at: Record<string, number> = {};
  let list: string[] | undefined;
  for (const [index, line] of lines.slice(0, head).entries()) {
    const item = /^\s+- +(.+)$/.exec(line);
    if (item && list) list.push(bare(item[1] ?? ''));
    const [, key, value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (!key) continue;
    at[key] = index + 1;
    list = value === '' ? [] : undefined;
    values[key] =
      list ?? (/^\[.*\]$/.test(value) ? value.slice(1, -1).split(',').map(bare).filter(Boolean) : /^\d+$/.test(value) ? Number(value) : bare(value));
  }
  return { values, at };
}
const bare = (text: string): string => text.trim().replace(/^(['"])(.*)\1$/, '$2');

function matterProblems(text: Text): Problem[] {
  const { file } = text;
  if (!centreKeys.some((key) => file.startsWith(`help/${key}/`)))
    return [{ file, line: 1, message: `问题应放在 ${centreKeys.map((key) => `help/${key}/`).join('、')} 之一` }];
  const name = posix.basename(file, '.md');
  const named = /^[a-z0-9][a-z0-9-]{1,59}$/.test(name)
    ? []
    : [{ file, line: 1, message: `文件名“${name}”就是问题的网址，只能用小写字母、数字和短横线，如 edit-order` }];
  if (!text.head) return [...named, { file, line: 1, message: '文件应以 --- 之间的说明开头（title、chapter、order、updated）' }];
  const { values, at } = matterOf(text);
  const parsed = QuestionMatter.safeParse(values);
  const issues = parsed.success
    ? []
    : parsed.error.issues.map((issue) => ({
        file,
        line: at[String(issue.path[0] ?? (issue.code === 'unrecognized_keys' ? issue.keys[0] : ''))] ?? 1,
        message: issue.message,
      }));
  const body = text.lines.slice(text.head).join('').trim();
  return [...named, ...issues, ...(body.length < 10 ? [{ file, line: text.head + 1, message: '还没有写回答' }] : [])];
}

function repeated(help: readonly Text[]): Problem[] {
  const first = new Map<string, string>();
  return help.flatMap((text) => {
    const title = String(matterOf(text).values['title'] ?? '');
    const other = first.get(title);
    if (!other) first.set(title, text.file);
    return other && title ? [{ file: text.file, line: 2, message: `问题“${title}”与 ${other} 重复` }] : [];
  });
}

/** Every address the built site answers, with its questions' anchors. */
function addresses(chapters: ReadonlyMap<string, string>): Set<string> {
  const known = new Set<string>(screens.map(({ path }) => path));
  for (const [file, chapter] of chapters) {
    const key = centreKeys.find((one) => file.startsWith(`help/${one}/`));
    if (!key) continue;
    const page = chapterPath(key, chapter);
    known
      .add(centrePath(key))
      .add(page)
      .add(`${page}#${posix.basename(file, '.md')}`);
  }
  return known;
}

interface Known {
  texts: ReadonlySet<string>;
  anchors: ReadonlySet<string>;
  files: string;
}

function linkProblems(text: Text, known: Known): Problem[] {
  let fenced = false;
  return text.lines.flatMap((line, index) => {
    if (index < text.head) return [];
    if (/^\s*```/.test(line)) fenced = !fenced;
    if (fenced) return [];
    return [...line.replace(/`[^`]*`/g, '').matchAll(/(!?)\[([^\]]*)\]\(\s*([^)\s]*)[^)]*\)/g)].flatMap(([, image, words = '', target = '']) => {
      const message = image ? imageProblem(words, target, known) : linkProblem(text, words, target, known);
      return message ? [{ file: text.file, line: index + 1, message }] : [];
    });
  });
}

function imageProblem(words: string, target: string, { files }: Known): string | null {
  if (!words.trim()) return `图片 ${target} 缺少文字说明：请写成 ![说明](${target})`;
  if (!target.startsWith('/')) return `图片地址“${target}”应以 / 开头，图片文件放在 public 下`;
  return existsSync(join(files, target)) ? null : `图片 ${target} 不存在，应为 public${target}`;
}

function linkProblem(text: Text, words: string, target: string, { texts, anchors, files }: Known): string | null {
  if (!words.trim()) return `链接 ${target} 没有文字`;
  if (target === '') return `链接“${words}”没有地址`;
  if (/^(https?:|mailto:|tel:)/.test(target)) return URL.canParse(target) ? null : `链接“${words}”的地址不完整：${target}`;
  if (/\.md(#|$)/.test(target)) {
    const [path = '', hash] = target.split('#');
    const file = posix.join(posix.dirname(text.file), path);
    if (!texts.has(file)) return `链接“${words}”指向的 ${path} 不存在`;
    return hash === undefined || hash === posix.basename(file, '.md') ? null : `链接“${words}”指向的 ${path} 里没有 #${hash}：链接到问题只写文件名`;
  }
  if (!target.startsWith('/')) return `链接“${words}”的地址“${target}”看不懂：写另一个问题的文件名（如 edit-order.md），或以 / 开头的页面地址`;
  const [page = '', hash] = target.split('#');
  const path = page.replace(/\?.*$/, '');
  if (!anchors.has(path)) return existsSync(join(files, path)) ? null : `链接“${words}”指向的页面 ${path} 不存在`;
  return hash === undefined || anchors.has(`${path}#${hash}`) ? null : `链接“${words}”指向的页面 ${path} 上没有 #${hash}`;
}

/** Intro pages name questions and pictures in their front matter. */
function introProblems(text: Text, chapters: ReadonlyMap<string, string>, files: string): Problem[] {
  return text.lines.slice(0, text.head).flatMap((line, index) => {
    const at = (message: string): Problem => ({ file: text.file, line: index + 1, message });
    const asked = /^questions:\s*\[(.*)\]/.exec(line)?.[1] ?? '';
    const missing = asked
      .split(',')
      .map(bare)
      .filter((id) => id && !chapters.has(`help/${id}.md`));
    const shot = /\bshot:\s*([\w-]+)/.exec(line)?.[1];
    return [
      ...missing.map((id) => at(`questions 里的 ${id} 不存在，应为 content/help/${id}.md`)),
      ...(shot && !existsSync(join(files, `intro/${shot}-light.webp`)) ? [at(`截图 ${shot} 不存在，可运行 node scripts/screenshots.mjs ${shot}`)] : []),
    ];
  });
}
