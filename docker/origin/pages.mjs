// The pages of the sample shop as functions from data to HTML.
import { articles, products } from './shop.mjs';

const escape = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

function card(asset, { slug, name, price, text }) {
  return `<div class="col-sm-6 col-lg-3"><a class="card h-100 text-decoration-none text-reset" href="/product/${slug}">
  <img class="card-img-top" src="${asset(`${slug}.jpg`)}" width="560" height="420" alt="">
  <div class="card-body"><h3 class="h5">${escape(name)}</h3><p class="small mb-2">${escape(text)}</p><span class="price">€ ${price}</span></div></a></div>`;
}

function hero(asset, picture, title, lead) {
  return `<header class="hero"><img src="${asset(picture)}" width="1600" height="640" alt="" fetchpriority="high">
<div class="container"><h1 class="display-4">${escape(title)}</h1><p class="lead">${escape(lead)}</p></div></header>`;
}

const TIMINGS = [
  ['protocol', 'Protocol'], ['ttfb', 'First byte'], ['paint', 'First paint'], ['load', 'Load'],
  ['files', 'Files'], ['early', 'Announced by 103'], ['bytes', 'Bytes on the wire'],
];

function page(asset, title, body) {
  const style = (name) => `<link rel="stylesheet" href="${asset(name)}">`;
  const script = (name) => `<script src="${asset(name)}" defer></script>`;
  const link = ([href, icon, text]) =>
    `<li class="nav-item"><a class="nav-link" href="${href}"><i class="bi bi-${icon}"></i> ${text}</a></li>`;
  const menu = [
    ['/catalogue', 'grid', 'Catalogue'], [`/journal/${articles[0].slug}`, 'journal-text', 'Journal'],
    ['/cart', 'basket', 'Basket'], ['/lab', 'speedometer2', 'Lab'],
  ];
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Hollow Lane Lanterns</title>
<link rel="icon" type="image/svg+xml" href="${asset('icon.svg')}">
${['bootstrap.css', 'icons.css', 'site.css'].map(style).join('\n')}
${['jquery.js', 'bootstrap.js', 'site.js'].map(script).join('\n')}
</head><body>
<nav class="navbar navbar-expand navbar-dark"><div class="container"><a class="navbar-brand" href="/">Hollow Lane Lanterns</a>
<ul class="navbar-nav ms-auto">${menu.map(link).join('')}</ul></div></nav>
${body}
<footer class="timings mt-5 py-4"><div class="container"><p class="small mb-2">How this page was delivered</p>
<dl class="row mb-0">${TIMINGS.map(([key, label]) => `<div class="col-6 col-md"><dt>${label}</dt><dd data-timing="${key}">…</dd></div>`).join('')}</dl></div></footer>
</body></html>
`;
}

export function home(asset) {
  return page(asset, 'Home', `${hero(asset, 'home-hero.jpg', 'Light before the door', 'Lanterns, lamps and candles for gates, lanes and late visitors.')}
<main class="container py-5"><h2 class="mb-4">New this autumn</h2><div class="row g-4">${products.slice(0, 8).map((p) => card(asset, p)).join('\n')}</div>
<h2 class="mt-5 mb-3">From the journal</h2>${articles.map((a) => `<p><a href="/journal/${a.slug}">${escape(a.title)}</a>: ${escape(a.lead)}</p>`).join('\n')}</main>`);
}

export function catalogue(asset) {
  return page(asset, 'Catalogue', `${hero(asset, 'catalogue-hero.jpg', 'Catalogue', `${products.length} things that give light, or hold what does.`)}
<main class="container py-5"><div class="row g-4">${products.map((p) => card(asset, p)).join('\n')}</div></main>`);
}

export function product(asset, slug) {
  const found = products.find((p) => p.slug === slug);
  if (!found) return null;
  const others = products.filter((p) => p !== found).slice(0, 8);
  return page(asset, found.name, `<main class="container py-5"><div class="row g-5"><div class="col-lg-7">
<img class="img-fluid rounded" src="${asset(`${slug}-large.jpg`)}" width="1280" height="800" alt="" fetchpriority="high"></div>
<div class="col-lg-5"><h1>${escape(found.name)}</h1><p class="lead">${escape(found.text)}</p><p class="h3 price">€ ${found.price}</p>
<form method="post" action="/cart" class="d-flex gap-2"><input type="hidden" name="slug" value="${slug}">
<input class="form-control w-25" type="number" name="count" value="1" min="1" max="99" aria-label="How many">
<button class="btn btn-amber"><i class="bi bi-basket"></i> Into the basket</button></form></div></div>
<h2 class="mt-5 mb-4">Goes well with it</h2><div class="row g-4">${others.map((p) => card(asset, p)).join('\n')}</div></main>`);
}

export function article(asset, slug) {
  const found = articles.find((a) => a.slug === slug);
  if (!found) return null;
  const figure = (part) => `<figure class="figure"><img class="figure-img img-fluid rounded" src="${asset(`${slug}-${part}.jpg`)}" width="1100" height="620" alt=""></figure>`;
  const [one, two, three, four] = found.parts.map((text) => `<p>${escape(text)}</p>`);
  return page(asset, found.title, `${hero(asset, `${slug}-hero.jpg`, found.title, found.lead)}
<main class="container py-5"><article>${one}${two}${figure(1)}${three}${figure(2)}${four}</article>
<h2 class="mt-5 mb-4">In the shop</h2><div class="row g-4">${products.slice(4, 8).map((p) => card(asset, p)).join('\n')}</div></main>`);
}

export function cart(asset, lines) {
  const rows = lines.map(({ item, count }) => `<tr><td>${escape(item.name)}</td><td>${count}</td><td class="text-end">€ ${item.price * count}</td></tr>`);
  const sum = lines.reduce((total, { item, count }) => total + item.price * count, 0);
  return page(asset, 'Basket', `<main class="container py-5"><h1>Basket</h1>
<table class="table"><tbody>${rows.join('') || '<tr><td>Nothing in it yet.</td></tr>'}</tbody><tfoot><tr><th colspan="2">Total</th><th class="text-end">€ ${sum}</th></tr></tfoot></table></main>`);
}

export function lab(asset, thinkMillis) {
  const form = (title, attributes, fields, id) => `<div class="col-md-6"><h2 class="h5">${title}</h2>
<form ${attributes} data-response="#${id}" class="mb-2 d-flex flex-wrap gap-2">${fields}<button class="btn btn-amber">Send</button></form><pre class="response" id="${id}"></pre></div>`;
  const field = (name, value, type = 'text') => `<input class="form-control w-auto" name="${name}" type="${type}" value="${value}" aria-label="${name}">`;
  // The pages fail or wait on purpose, so programs that follow links must leave them out.
  const link = (href, text) => `<li><a href="${href}" rel="nofollow">${href}</a>: ${text}</li>`;
  return page(asset, 'Lab', `<main class="container py-5"><h1>Lab</h1><p class="lead">Tests of the gateway by the application.</p><div class="row g-4">
${form('Think time of every page, ms', 'method="post" action="/think"', field('ms', thinkMillis, 'number'), 'a1')}
${form('Echo a form', 'method="post" action="/echo"', field('name', 'Vera') + field('note', 'left at the gate'), 'a2')}
${form('Upload a file', 'method="post" action="/upload" enctype="multipart/form-data"', '<input class="form-control w-auto" type="file" name="file" aria-label="file">', 'a3')}
${form('Streamed response', 'method="get" action="/stream"', field('lines', '10', 'number') + field('ms', '200', 'number'), 'a4')}</div>
<h2 class="mt-4">Links</h2><ul>${[
    link('/links', 'the upstream names its files in Link headers of the page'),
    link('/early', 'the upstream itself sends a 103'),
    link('/?think=1500', 'home after a second and a half of thinking'),
    link('/slow?ms=120000', 'no response within the gateway’s timeout: 504'),
    link('/fail?how=reset', 'the connection breaks before the response: 502'),
    link('/fail?how=garbage', 'not HTTP: 502'),
    link('/fail?how=cut', 'the connection breaks within the body: the transfer is aborted'),
    link('/fail?how=status', 'a 500 of the application, passed on'),
  ].join('')}</ul></main>`);
}

export function missing(asset, path) {
  return page(asset, 'Not here', `<main class="container py-5"><h1>Not here</h1><p>Nothing lives at <code>${escape(path)}</code>.</p></main>`);
}
