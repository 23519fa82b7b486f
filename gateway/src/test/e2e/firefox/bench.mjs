// Opens a link of the bench page and runs a plan there. Prints a line of JSON: the page's own loads, what the browser's driver measured in
// the same frames, and the text of the page's state.
//   node bench.mjs BROWSER LINK PATH COUNT
import { setTimeout as after } from 'node:timers/promises';
import { launch } from './bidi.mjs';

const PLAN_MILLIS = 40_000;
const [binary, link, path, count] = process.argv.slice(2);

const browser = await launch(binary, new URL(link).hostname, {
  'network.http.http3.enable': false,
});
try {
  const navigations = new Map();
  await browser.on(
    ['browsingContext.navigationStarted', 'browsingContext.domContentLoaded', 'browsingContext.load'],
    (event, { navigation, url, timestamp }) => {
      if (new URL(url).pathname === path) {
        navigations.set(navigation, { ...navigations.get(navigation), [event.split('.')[1]]: timestamp });
      }
    },
  );
  const tab = await browser.tab();
  await browser.navigate(tab, link);
  await until(tab, `document.querySelector('[value="h2"]')?.disabled === false`);
  await browser.evaluate(
    tab,
    `(() => {
      form.elements.path.value = ${JSON.stringify(path)};
      form.elements.count.value = ${count};
      for (const each of form.querySelectorAll('[name="cache"], [name="protocol"], [name="place"]')) {
        each.checked = ['cold', 'any', 'frame'].includes(each.value);
      }
      form.requestSubmit();
      return true;
    })()`,
  );
  await until(tab, 'buttons.start.disabled === false');
  await after(200);
  const own = await browser.evaluate(
    tab,
    '({ loads, state: document.getElementById("state").textContent })',
  );
  const driver = [...navigations.values()].map(({ navigationStarted: start, domContentLoaded, load }) => ({
    dcl: domContentLoaded - start,
    load: load - start,
  }));
  console.log(JSON.stringify({ ...own, driver }));
} finally {
  await browser.close();
}

async function until(tab, condition) {
  const end = Date.now() + PLAN_MILLIS;
  while (!(await browser.evaluate(tab, condition))) {
    if (Date.now() > end) {
      const state = await browser.evaluate(tab, 'document.body.textContent.slice(0, 3000)');
      throw new Error(`${condition}: not within ${PLAN_MILLIS} ms; the page says: ${state}`);
    }
    await after(50);
  }
}
