import { voteCounts } from '~/domains/help/vote.server';
import { config } from '~/server/config.server';
import { openDatabase, useDatabase } from '~/server/db.server';

/** `npm run content:votes`: what readers said of each answer, for the people who write them. Embedded, the product must be stopped: one process owns the data folder. */
const settings = config();
const opened = await openDatabase({ url: settings.DATABASE_URL, dataDir: settings.DATA_DIR });
useDatabase(opened);
const counts = await voteCounts();
console.log(counts.length ? '没帮助\t有帮助\t问题' : '还没有人评价');
for (const { centre, question, helpful, unhelpful, reasons } of counts) {
  console.log(`${unhelpful}\t${helpful}\tcontent/help/${centre}/${question}.md`);
  for (const reason of reasons.slice(0, 5)) console.log(`\t\t${reason}`);
}
await opened.close();
