import resource

import pytest

from controller.facts.failure import OperatorError
from controller.process.descriptors import ENOUGH, FEWEST, take_descriptors


def test_too_few_descriptors_are_an_error_before_the_table_opens() -> None:
    with pytest.raises(OperatorError, match=rf"only 512 files and needs {FEWEST}; raise the limit"):
        take_descriptors((512, 512))


def test_a_process_takes_what_it_is_allowed_up_to_enough() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        assert take_descriptors() == min(ENOUGH, hard)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(ENOUGH, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
