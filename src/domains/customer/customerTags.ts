/** Tags of a customer are words of a person's own, kept in one line: `重点客户、月结`. */
const MOST = 10;
const MOST_LETTERS = 12;
const JOINED_BY = '、';

/** The tags in a typed or stored line, each once; commas, semicolons and line ends part them too. */
export const tagsIn = (line: string): string[] => [
  ...new Set(
    line
      .split(/[、,，;；\n]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];
export const joinTags = (tags: readonly string[]): string => tags.join(JOINED_BY);

/** What is wrong with a line of tags; '' when nothing is. */
export function tagsProblem(line: string): string {
  const tags = tagsIn(line);
  const long = tags.find((one) => [...one].length > MOST_LETTERS);
  if (long) return `标签“${long}”有${[...long].length}个字，每个最多${MOST_LETTERS}个字`;
  return tags.length > MOST ? `标签有${tags.length}个，最多${MOST}个` : '';
}
