/** Kept apart from the calls, whose schemas public pages must not load; the path is held equal by a test. */
export const VOTE_PATH = '/web/saas-boss/guideline/vote';
const VOTER = 'portal:voter';
const VOTED = 'portal:voted';

const voter = (): string => {
  const known = localStorage.getItem(VOTER) ?? crypto.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2).padEnd(12, '0')}`;
  localStorage.setItem(VOTER, known);
  return known;
};
const votes = (): Record<string, boolean> => JSON.parse(localStorage.getItem(VOTED) ?? '{}') as Record<string, boolean>;

/** 有帮助 and 没帮助 under each answer; what was missing may be said in a sentence. */
export function wireVotes(): void {
  const cast = votes();
  for (const section of document.querySelectorAll<HTMLElement>('[data-question]')) {
    const id = section.dataset['question'] ?? '';
    const foot = section.querySelector('.vote') as HTMLElement;
    if (id in cast) press(foot, cast[id] === true);
    for (const button of foot.querySelectorAll<HTMLButtonElement>('[data-vote]'))
      button.addEventListener('click', async () => {
        const helpful = button.dataset['vote'] === 'true';
        if (!(await send(foot, id, helpful, ''))) return;
        localStorage.setItem(VOTED, JSON.stringify({ ...votes(), [id]: helpful }));
        press(foot, helpful);
        foot.querySelector('form')?.remove();
        if (!helpful) askWhy(foot, id);
      });
  }
}

function press(foot: HTMLElement, helpful: boolean): void {
  for (const button of foot.querySelectorAll<HTMLButtonElement>('[data-vote]')) button.ariaPressed = String((button.dataset['vote'] === 'true') === helpful);
}

async function send(foot: HTMLElement, id: string, helpful: boolean, reason: string): Promise<boolean> {
  const [centre, question] = id.split('/');
  const say = (text: string, name: string) => {
    const ask = foot.querySelector('.ask') as HTMLElement;
    ask.textContent = text;
    ask.className = `ask ${name}`;
    ask.role = 'status';
  };
  try {
    const answer = await fetch(VOTE_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ centre, question, helpful, reason, voter: voter() }),
    });
    const { code, message } = (await answer.json()) as { code: string; message?: string };
    if (code === '0') say(reason ? '收到，我们会据此修改' : helpful ? '谢谢，已记录' : '已记录', 'said');
    else say(message ?? '提交失败，请稍后重试', 'failed');
    return code === '0';
  } catch {
    say('提交失败，请检查网络后重试', 'failed');
    return false;
  }
}

function askWhy(foot: HTMLElement, id: string): void {
  const form = document.createElement('form');
  const text = document.createElement('textarea');
  text.maxLength = 300;
  text.required = true;
  text.placeholder = '缺了什么，或哪里看不懂？（最多300字，请不要填写个人信息）';
  text.ariaLabel = '说明哪里没有帮助';
  const button = document.createElement('button');
  button.textContent = '提交说明';
  form.append(text, button);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    if (await send(foot, id, false, text.value.trim())) form.remove();
    button.disabled = false;
  });
  foot.append(form);
  text.focus();
}
