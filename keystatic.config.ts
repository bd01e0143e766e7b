import { collection, config, fields } from '@keystatic/core';
import { type CentreKey, centreKeys, centres } from './src/domains/help/help';

/** The web editor of the help, at /keystatic while `npm run dev` runs. It writes the very files of content/; the build checks them like any others. */
const questionsOf = (key: CentreKey) =>
  collection({
    label: centres[key].title,
    path: `content/help/${key}/*`,
    slugField: 'title',
    format: { contentField: 'answer' },
    entryLayout: 'content',
    columns: ['chapter', 'updated'],
    schema: {
      title: fields.slug({
        name: { label: '问题', validation: { length: { min: 4, max: 40 } } },
        slug: {
          label: '文件名',
          description: '就是问题的网址：小写字母、数字和短横线，如 edit-order。发布后不要改',
          validation: { pattern: { regex: /^[a-z0-9-]+$/, message: '只能用小写字母、数字和短横线' } },
        },
      }),
      chapter: fields.select({
        label: '章节',
        options: Object.entries(centres[key].chapters).map(([value, label]) => ({ value, label })),
        defaultValue: Object.keys(centres[key].chapters)[0] ?? '',
      }),
      order: fields.integer({ label: '先后', description: '数字小的在前，通常相差 10', defaultValue: 500, validation: { isRequired: true, min: 0 } }),
      updated: fields.date({ label: '更新日期', defaultValue: { kind: 'today' }, validation: { isRequired: true } }),
      keywords: fields.array(fields.text({ label: '词' }), { label: '别的说法', description: '读者可能搜索的词', itemLabel: ({ value }) => value }),
      // Markdoc would write tables as its own tags; this one writes them as Markdown.
      answer: fields.mdx({ label: '回答', extension: 'md', options: { image: { directory: 'public/help', publicPath: '/help/' } } }),
    },
  });

export default config({
  storage: { kind: 'local' },
  locale: 'zh-CN',
  ui: { brand: { name: '汇链通帮助' } },
  collections: Object.fromEntries(centreKeys.map((key) => [key, questionsOf(key)])),
});
