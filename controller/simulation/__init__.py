"""Playing rounds through the real core with no devices and no clock."""




