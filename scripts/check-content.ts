import { contentProblems, shown } from './content';

/** `npm run content`: every problem of content/ with its file and line; ends with 1 when there is one. The build runs it first. */
const problems = contentProblems();
for (const problem of problems) console.error(shown(problem));
if (problems.length) console.error(`\n共 ${problems.length} 处需要修改，内容没有构建`);
else console.log('内容检查通过');
process.exit(problems.length ? 1 : 0);
