// The menu on narrow screens, the theme, buttons that copy code, and the mark in the table of contents.
const menu = document.getElementById('site-menu');
const nav = document.getElementById('site-nav');
const theme = document.getElementById('site-theme');

function setMenu(isOpen) {
  menu.setAttribute('aria-expanded', String(isOpen));
  document.body.classList.toggle('has-menu', isOpen);
  document.getElementById('site-main').inert = isOpen;
  if (isOpen) (nav.querySelector('[aria-current]') ?? nav.querySelector('a')).focus();
}

const isMenuOpen = () => menu.getAttribute('aria-expanded') === 'true';

menu.addEventListener('click', () => setMenu(!isMenuOpen()));
document.addEventListener('click', ({ target }) => {
  if (isMenuOpen() && !nav.contains(target) && !menu.contains(target)) setMenu(false);
});
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && isMenuOpen()) {
    setMenu(false);
    menu.focus();
  }
});

const root = document.documentElement;
const nameTheme = () => {
  theme.setAttribute('aria-label', root.dataset.theme === 'dark' ? 'Use the light theme' : 'Use the dark theme');
};
nameTheme();
new MutationObserver(nameTheme).observe(root, { attributeFilter: ['data-theme'] });
theme.addEventListener('click', () => {
  const next = root.dataset.theme === 'dark' ? 'light' : 'dark';
  root.dataset.theme = next;
  try {
    localStorage.setItem('postern:console:appearance', next);
  } catch {
    // Without storage the choice holds for this page.
  }
});

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.querySelector('code').textContent);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Not copied';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  block.append(button);
}

nav.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });

const links = new Map([...document.querySelectorAll('.toc a')].map((link) => [link.hash.slice(1), link]));
const headings = [...links.keys()].map((id) => document.getElementById(decodeURIComponent(id)));

/** The last heading that reached the top of the window is the one being read. */
function markHeading() {
  const current = headings.findLast((heading) => heading.getBoundingClientRect().top < 120) ?? headings[0];
  for (const [id, link] of links) {
    if (id === current.id) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
}
if (headings.length > 0) {
  markHeading();
  addEventListener('scroll', markHeading, { passive: true });
}
