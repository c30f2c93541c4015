// The page of a result: what was chosen, what losses leave of it, and a board to try any of them.

import '../style/base.css';
import './page.css';
import { h } from '../dom';
import { applyPalettes } from '../view/palettes';
import { certificateSection, headSection, repairSection, setsSection } from './about';
import { Board } from './board';
import { correlationsCard } from './correlations';
import { curveCard } from './curve';
import type { Page } from './data';
import { assessmentSection, protectionSection } from './extras';
import { itemsCard } from './items';
import { mapCard } from './map';
import { parsePage } from './parse';
import { readoutCard, setChoice } from './readout';
import { refillCard } from './refill';
import { titleOf } from './words';

function show(page: Page, place: HTMLElement): void {
  document.title = `${titleOf(page)} · Holdfast`;
  const board = new Board(page);
  const map = mapCard(board);
  place.replaceChildren(
    h(
      'main',
      { class: 'result' },
      headSection(page),
      h(
        'section',
        { class: 'board', 'aria-labelledby': 'board' },
        h('h2', { id: 'board' }, 'What is left'),
        setChoice(board),
        readoutCard(board),
        h('div', { class: 'pictures' }, curveCard(board), map, correlationsCard(board)),
        h('div', { class: 'side' }, refillCard(board), itemsCard(board)),
      ),
      repairSection(page, board.format),
      protectionSection(board),
      assessmentSection(board),
      setsSection(page, board.format),
      certificateSection(page, board.format),
    ),
  );
}

function start(): void {
  const place = document.getElementById('page') ?? document.body;
  applyPalettes();
  try {
    show(parsePage(document.getElementById('holdfast-data')?.textContent ?? ''), place);
  } catch (error) {
    place.replaceChildren(
      h(
        'main',
        {},
        h('h1', {}, 'Nothing to show'),
        h('p', { class: 'notice', role: 'alert' }, (error as Error).message),
      ),
    );
    console.error(error);
  }
}

start();
