// Leaving the page, once: a second departure would break off the first one on its way.

let isLeaving = false;

function leave(go) {
  if (isLeaving) return;
  isLeaving = true;
  go();
}

// The way back may bring this very page again, as it was.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) isLeaving = false;
});

export const goTo = (address) => leave(() => location.assign(address));

export const loadAgain = () => leave(() => location.reload());

// The log-in page comes back here.
export const goToLogIn = () => goTo(`/log-in?to=${encodeURIComponent(`/${document.body.dataset.page}`)}`);
